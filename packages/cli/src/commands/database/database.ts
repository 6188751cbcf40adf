import { Command } from 'commander';

import { printJson } from '../../terminal/diagnostics.js';
import { refuse } from '../../terminal/failure.js';
import type { ExitCode, Terminal } from '../../terminal/terminal.js';
import { examples } from '../examples.js';

interface Flags {
  readonly json?: boolean;
}

export function databaseCommand(terminal: Terminal): Command {
  return new Command('database')
    .description("print the address of the project's database, with its password")
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Prints DATABASE_URL, or else the address of the embedded database while "serve" runs. The port may be another one after
the next start, so do not keep the address.`,
    )
    .addHelpText('after', examples(['database', 'print the address'], ['database --json', 'print it for a program']))
    .addHelpText('after', '  $ psql "$(content-gen database)"')
    .action(async (flags: Flags) => terminal.finish(await print(terminal, flags)));
}

async function print(terminal: Terminal, flags: Flags): Promise<ExitCode> {
  const { reachableDatabase, requireDatabase } = await import('../../database/project-database.js');
  await requireDatabase(terminal.cwd);
  const found = await reachableDatabase(terminal.cwd);
  if (found === undefined) {
    const message =
      'The embedded database is not running. Start "content-gen serve", or use "content-gen run <script>".';
    return refuse(terminal, 'database', flags, message);
  }
  const { url } = found;
  if (!flags.json) terminal.print(url);
  else printJson(terminal, { command: 'database', ok: true, url, database: found.kind });
  return 0;
}
