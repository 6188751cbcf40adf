import { Command, CommanderError } from 'commander';

import { checkCommand } from './commands/check.js';
import { generateCommand } from './commands/generate.js';
import { initCommand } from './commands/init.js';
import { migrateCommand } from './commands/migrate.js';
import { serveCommand } from './commands/serve.js';
import type { ExitCode, Terminal } from './terminal/terminal.js';
import { tokenCommand } from './commands/token.js';
import { version } from './version.js';

const commands = [initCommand, generateCommand, checkCommand, serveCommand, migrateCommand, tokenCommand];

/** Runs one command line and returns its exit code. */
export async function run(argv: readonly string[], terminal: Omit<Terminal, 'finish'>): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = createProgram({ ...terminal, finish: (result) => (code = result) });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 64;
    throw error;
  }
}

function createProgram(terminal: Terminal): Command {
  const program = new Command('content-gen')
    .description('Turns content-type definitions into a typed REST API that you own.')
    .version(version, '-v, --version')
    .helpCommand(false)
    .addHelpText(
      'after',
      `
Examples:
  $ content-gen init                 start here: a config, an example content type, an app
  $ content-gen serve                try it: generates, starts a database, answers requests
  $ content-gen generate             after changing a definition
  $ content-gen generate --check     in CI: is the committed code up to date?
  $ content-gen migrate create       a migration for what changed, to review and commit
  $ content-gen <command> --help     the options of a command, with examples

Exit codes: 0 fine, 1 error in the input, 2 something is out of date, 3 data would be lost, 64 wrong use.`,
    );
  for (const create of commands) program.addCommand(create(terminal));

  const output = {
    writeOut: (text: string) => terminal.print(text.trimEnd()),
    writeErr: (text: string) => terminal.report(text.trimEnd()),
    getOutHasColors: () => terminal.color,
    getErrHasColors: () => terminal.color,
  };
  for (const command of family(program)) {
    command.exitOverride().configureOutput(output).showHelpAfterError('(--help shows what there is)');
  }
  return program;
}

function family(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(family)];
}
