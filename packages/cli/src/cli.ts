import { Command, CommanderError } from 'commander';

import { checkCommand } from './commands/check.js';
import { compareCommand } from './commands/compare.js';
import { databaseCommand } from './commands/database/database.js';
import { runCommand } from './commands/database/run.js';
import { diffCommand } from './commands/diff/diff.js';
import { doctorCommand } from './commands/doctor.js';
import { eventsCommand } from './commands/events/events.js';
import { examples } from './commands/examples.js';
import { exportCommand } from './commands/export.js';
import { explainCommand } from './commands/explain.js';
import { generateCommand } from './commands/generate.js';
import { importCommand } from './commands/import.js';
import { initCommand } from './commands/init.js';
import { migrateCommand } from './commands/migrate.js';
import { moveCommand } from './commands/move.js';
import { serveCommand } from './commands/serve.js';
import type { Terminal } from './terminal/terminal.js';
import { tokenCommand } from './commands/access/token.js';
import { userCommand } from './commands/access/user.js';
import { failureMessage, refuse } from './terminal/failure.js';
import { messageOf } from './diagnostics/thrown.js';
import { offerInstallation } from './strapi/install.js';
import { MissingTools } from './strapi/problem.js';
import { version } from './version.js';

const commands = [
  ...[initCommand, generateCommand, checkCommand, serveCommand, runCommand, databaseCommand],
  ...[migrateCommand, diffCommand, tokenCommand, userCommand, eventsCommand],
  ...[importCommand, exportCommand, compareCommand, explainCommand, doctorCommand, moveCommand, helpCommand],
];

/** Runs one command line and returns its exit code. With a package that it installs meanwhile, it runs twice. */
export async function run(
  argv: readonly string[],
  outer: Omit<Terminal, 'finish'>,
  { mayInstall = true } = {},
): Promise<number> {
  let code = 0;
  const terminal: Terminal = { ...outer, finish: (result) => (code = result) };
  const program = createProgram(terminal);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const flags = { json: argv.includes('--json') };
    if (mayInstall && !flags.json && error instanceof MissingTools && (await offerInstallation(terminal, error)))
      return run(argv, outer, { mayInstall: false });
    return fail(error, terminal, nameOf(program, argv), flags);
  }
}

/** Ends a command that threw an error. A bug is thrown on, also after its message for a script. */
function fail(error: unknown, terminal: Terminal, command: string, flags: { readonly json: boolean }): number {
  if (error instanceof CommanderError) {
    // The parser has printed the message for people.
    if (flags.json) refuse(terminal, command, flags, error.message);
    return 64;
  }
  if (error instanceof MissingTools) {
    refuse(terminal, command, flags, error.message, { install: error.command.join(' ') });
    return 69;
  }
  const message = failureMessage(error);
  if (message !== undefined) return refuse(terminal, command, flags, message);
  if (flags.json) refuse(terminal, command, flags, messageOf(error));
  throw error;
}

/** The name of the command in a command line: `migrate apply`. */
function nameOf(program: Command, argv: readonly string[]): string {
  const names: string[] = [];
  let command: Command | undefined = program;
  for (const word of argv) {
    command = command.commands.find((one) => one.name() === word);
    if (command === undefined) break;
    names.push(word);
  }
  return names.join(' ');
}

function createProgram(terminal: Terminal): Command {
  const program = new Command('content-gen')
    .description('Generates a typed REST API from your content types, as code that you own.')
    .version(version, '-v, --version')
    .helpCommand(false)
    // The options behind a script belong to it.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      examples(
        ['init', 'start here: writes a config, an example content type and an app'],
        ['serve', 'try the API: generates, starts a database and answers requests'],
        ['generate', 'generate again after you change a definition'],
        ['generate --check', 'check in CI that the committed code is up to date'],
        ['migrate create', 'write a migration of your changes, to review and commit'],
        ['<command> --help', 'show the options of a command, with examples'],
      ),
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 success, 1 error in the input, 2 something is out of date, 3 data would be lost, 64 wrong use,\n69 a package is missing.',
    );
  for (const create of commands) program.addCommand(create(terminal));

  const output = {
    writeOut: (text: string) => terminal.print(text.trimEnd()),
    writeErr: (text: string) => terminal.report(text.trimEnd()),
    getOutHasColors: () => terminal.color,
    getErrHasColors: () => terminal.color,
  };
  for (const command of family(program)) {
    command.exitOverride().configureOutput(output).showHelpAfterError('(use --help to see commands and options)');
  }
  return program;
}

function family(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(family)];
}

/** `help migrate plan` is `migrate plan --help`. */
function helpCommand(): Command {
  const help = new Command('help')
    .description('show the options of a command, with examples')
    .argument('[command...]', 'the command, such as migrate plan')
    .addHelpText(
      'after',
      examples(['help', 'list all commands'], ['help migrate plan', 'show the options of a command, with examples']),
    );
  return help.action(async (names: readonly string[]) => {
    let command = help.parent ?? help;
    for (const [at, name] of names.entries()) {
      const next = command.commands.find((one) => one.name() === name || one.aliases().includes(name));
      if (next !== undefined) command = next;
      else if (command.commands.length === 0)
        help.error(`error: the command ${command.name()} has no command "${name}"`);
      // The parser suggests a similar name.
      else await help.parent?.parseAsync(names.slice(0, at + 1), { from: 'user' });
    }
    command.outputHelp();
  });
}
