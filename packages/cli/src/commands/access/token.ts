import { Command, InvalidArgumentError, Option } from 'commander';

import { momentOf } from '../../config/calendar-date.js';
import { type NewToken, type TokenStore, tokenTypes } from '../../database/tokens.js';
import { printJson } from '../../terminal/diagnostics.js';
import { refuse } from '../../terminal/failure.js';
import { type Example, examples } from '../examples.js';
import type { ExitCode, Terminal } from '../../terminal/terminal.js';
import { withProjectDatabase } from '../with-database.js';
import { unknownActions } from './token-actions.js';

interface CreateFlags {
  readonly type: NewToken['type'];
  readonly action: readonly string[];
  readonly expires?: string;
  readonly json?: boolean;
}

interface Flags {
  readonly json?: boolean;
}

const createExample: Example = ['token create website --type read-only', 'a token that can read everything'];
const customExample: Example = ['token create ci --action article.create', 'a token that can only create articles'];
const expiringExample: Example = ['token create trial --expires 2027-01-01', 'a token that ends on a date'];
const listExample: Example = ['token list', 'list all tokens without their secrets'];
const revokeExample: Example = ['token revoke ci', 'revoke a token; takes effect within a second'];

export function tokenCommand(terminal: Terminal): Command {
  const command = new Command('token').description('create, list and revoke API tokens in the database');
  command.addHelpText(
    'after',
    `
The commands use the database of DATABASE_URL, or the embedded one. A secret is shown once and stored nowhere.`,
  );
  command.addHelpText('after', examples(createExample, customExample, expiringExample, listExample, revokeExample));
  command
    .command('create')
    .argument('<name>', 'the name of the token', nameOf)
    .description('create a token and print its secret')
    .addHelpText('after', examples(createExample, customExample, expiringExample))
    .addOption(new Option('--type <type>', 'the rights of the token').choices(tokenTypes).default('read-only'))
    .option('--action <action>', 'an action of a custom token, such as article.find; can be repeated', collect, [])
    .option('--expires <date>', 'the date on which the token ends, such as 2027-01-01', dateOf)
    .option('--json', 'print one JSON object')
    .action(async (name: string, flags: CreateFlags) => terminal.finish(await create(terminal, name, flags)));
  command
    .command('list')
    .description('list all tokens without their secrets')
    .addHelpText('after', examples(listExample))
    .option('--json', 'print one JSON object')
    .action(async (flags: Flags) =>
      terminal.finish(await withStore(terminal, flags, (store) => list(terminal, store, flags))),
    );
  command
    .command('revoke <name>')
    .description('revoke a token forever')
    .addHelpText('after', examples(revokeExample))
    .option('--json', 'print one JSON object')
    .action(async (name: string, flags: Flags) =>
      terminal.finish(await withStore(terminal, flags, (store) => revoke(terminal, store, name, flags))),
    );
  return command;
}

async function create(terminal: Terminal, name: string, flags: CreateFlags): Promise<ExitCode> {
  const type = flags.action.length > 0 ? 'custom' : flags.type;
  if (type === 'custom' && flags.action.length === 0) {
    refuse(
      terminal,
      'token create',
      flags,
      'A custom token needs at least one --action, such as --action article.find.',
    );
    return 64;
  }
  const unknown = await unknownActions(terminal.cwd, flags.action);
  if (unknown.length > 0) return refuse(terminal, 'token create', flags, unknown.join('\n'));

  return withStore(terminal, flags, async (store) => {
    const { expires } = flags;
    const token = { name, type, actions: flags.action, ...(expires === undefined ? {} : { expiresAt: expires }) };
    const secret = await store.create(token);
    if (secret === undefined) {
      const message = `A token with the name ${name} already exists. Revoke it first, or choose another name.`;
      return refuse(terminal, 'token create', flags, message);
    }
    if (flags.json) printJson(terminal, { command: 'token create', ok: true, ...token, secret });
    else {
      terminal.print(secret);
      terminal.report(
        `\nCopy the secret of ${name} (${type}) now: content-gen cannot show it again. Send it in the header`,
      );
      terminal.report('Authorization: Bearer <secret>');
    }
    return 0;
  });
}

async function list(terminal: Terminal, store: TokenStore, flags: Flags): Promise<ExitCode> {
  const tokens = await store.list();
  if (flags.json) {
    printJson(terminal, { command: 'token list', ok: true, tokens });
    return 0;
  }
  for (const { name, type, actions, expiresAt } of tokens) {
    const rights = type === 'custom' ? actions.join(', ') : type;
    terminal.print(`${name}  ${rights}${expiresAt === undefined ? '' : `  until ${expiresAt}`}`);
  }
  if (tokens.length === 0)
    terminal.report('The database has no tokens. Run "content-gen token create <name>" to create one.');
  return 0;
}

async function revoke(terminal: Terminal, store: TokenStore, name: string, flags: Flags): Promise<ExitCode> {
  if (!(await store.revoke(name))) {
    const message = `The database has no token with the name ${name}. To revoke a token of the config, remove it there.`;
    return refuse(terminal, 'token revoke', flags, message);
  }
  if (flags.json) printJson(terminal, { command: 'token revoke', ok: true, name });
  else terminal.print(`Revoked ${name}.`);
  return 0;
}

async function withStore(
  terminal: Terminal,
  flags: Flags,
  work: (store: TokenStore) => Promise<ExitCode>,
): Promise<ExitCode> {
  const [{ openTokenStore }, { requireDatabase }] = await Promise.all([
    import('../../database/tokens.js'),
    import('../../database/project-database.js'),
  ]);
  // A new database has no tokens. In a wrong folder, a new database would only be in the way.
  await requireDatabase(terminal.cwd);
  return withProjectDatabase(terminal, flags, async (url) => {
    const store = openTokenStore(url);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  });
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}

function nameOf(text: string): string {
  // A script with an unset variable gives an empty name.
  if (text.trim() === '') throw new InvalidArgumentError('A name is not empty.');
  return text;
}

function dateOf(text: string): string {
  const moment = momentOf(text);
  if (moment === undefined) throw new InvalidArgumentError('Write the date as 2027-01-01.');
  if (moment <= Date.now()) throw new InvalidArgumentError('Choose a date in the future.');
  return new Date(moment).toISOString();
}
