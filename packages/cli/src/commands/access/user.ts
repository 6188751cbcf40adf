import { Command } from 'commander';

import { type Config, loadConfig } from '../../config/index.js';
import type { ContentModel } from '../../model/model.js';
import { userUid } from '../../model/names/names.js';
import { roleProblem } from '../../permissions/roles.js';
import { diagnosticsAsJson, printJson, reportDiagnostics } from '../../terminal/diagnostics.js';
import { refuse } from '../../terminal/failure.js';
import type { ExitCode, Terminal } from '../../terminal/terminal.js';
import { type Example, examples } from '../examples.js';
import { withProjectDatabase } from '../with-database.js';

interface CreateFlags {
  readonly email: string;
  readonly role: string;
  readonly username?: string;
  readonly passwordStdin?: boolean;
  readonly json?: boolean;
}

const COMMAND = 'user create';
const askedExample: Example = ['user create --email ann@example.org --role editor', 'asks for the password'];
const sentExample: Example = [
  'user create --email ann@example.org --role editor --password-stdin < password.txt',
  'the same for a script',
];

export function userCommand(terminal: Terminal): Command {
  const command = new Command('user').description('create users in the database, such as the first editor');
  command.addHelpText('after', '\nThe commands use the database of DATABASE_URL, or the embedded one.');
  command.addHelpText('after', examples(askedExample, sentExample));
  command
    .command('create')
    .description('create a user with a role of the config')
    .requiredOption('--email <address>', 'the address of the user, which counts as confirmed')
    .requiredOption('--role <role>', 'a role of the config, such as editor')
    .option('--username <name>', 'the name of the user (default: the address up to the @)')
    .option('--password-stdin', 'read the password from the first line of the standard input')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Without --password-stdin, the command asks for the password, and shows nothing of it. No option takes the password,
because other programs can read the options of a command.`,
    )
    .addHelpText('after', examples(askedExample, sentExample))
    .addHelpText('after', '\nExit codes: 0 success, 1 error in the input, 64 wrong use.')
    .action(async (flags: CreateFlags) => terminal.finish(await create(terminal, flags)));
  return command;
}

async function create(terminal: Terminal, flags: CreateFlags): Promise<ExitCode> {
  const project = await readProject(terminal, flags);
  if (project === undefined) return 1;
  const { requireDatabase } = await import('../../database/project-database.js');
  // A new database has no tables. In a wrong folder, a new database would only be in the way.
  await requireDatabase(terminal.cwd);

  const password = await passwordFor(terminal, flags);
  if ('problem' in password) {
    refuse(terminal, COMMAND, flags, password.problem);
    return password.code;
  }
  const { email, role, username = email.split('@')[0] ?? email } = flags;
  const { createUser } = await import('../../users/create-user.js');
  const user = { email, username, role, password: password.text };
  const documentId = await withProjectDatabase(terminal, flags, (url) =>
    createUser(project.config, project.model, url, user),
  );
  if (flags.json) printJson(terminal, { command: COMMAND, ok: true, documentId, email, username, role });
  else terminal.print(`Created the user ${username} (${email}) with the role ${role}.`);
  return 0;
}

interface ReadProject {
  readonly config: Config;
  readonly model: ContentModel;
}

/** The project, if it has users and the role. */
async function readProject(terminal: Terminal, flags: CreateFlags): Promise<ReadProject | undefined> {
  const { readModel } = await import('../../generate/generate.js');
  const config = await loadConfig(terminal.cwd);
  const model = config.ok ? await readModel(config.value) : config;
  if (!config.ok || !model.ok) {
    const diagnostics = model.ok ? [] : model.diagnostics;
    if (flags.json) printJson(terminal, { command: COMMAND, ok: false, diagnostics: diagnosticsAsJson(diagnostics) });
    else reportDiagnostics(terminal, diagnostics);
    return undefined;
  }
  const hasUsers = model.value.contentTypes.some(({ uid }) => uid === userUid);
  const problem = hasUsers
    ? roleProblem(config.value.settings, flags.role)
    : 'The project has no users. Grant an action of auth in the permissions of the config, such as auth: ["callback"].';
  if (problem === undefined) return { config: config.value, model: model.value };
  refuse(terminal, COMMAND, flags, problem);
  return undefined;
}

type Password = { readonly text: string } | { readonly problem: string; readonly code: ExitCode };

async function passwordFor(terminal: Terminal, flags: CreateFlags): Promise<Password> {
  const { askPassword, readPassword } = await import('../../terminal/password.js');
  if (flags.passwordStdin === true) {
    const text = await readPassword();
    return text === undefined ? { problem: 'The standard input has no password.', code: 1 } : { text };
  }
  if (!terminal.interactive || flags.json === true) {
    return { problem: 'There is no terminal to ask for the password: send it with --password-stdin.', code: 64 };
  }
  const text = await askPassword('Password: ');
  if (text === undefined) return { problem: 'A user needs a password. Nothing was created.', code: 1 };
  const again = await askPassword('The same password again: ');
  return again === text ? { text } : { problem: 'The passwords differ. Nothing was created.', code: 1 };
}
