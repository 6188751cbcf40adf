import { statSync } from 'node:fs';
import { resolve } from 'node:path';

import { Command } from 'commander';

import { loadConfig } from '../../config/index.js';
import { reportDiagnostics } from '../../terminal/diagnostics.js';
import { refuse } from '../../terminal/failure.js';
import type { Terminal } from '../../terminal/terminal.js';
import { examples } from '../examples.js';
import { withProjectDatabase } from '../with-database.js';

export function runCommand(terminal: Terminal): Command {
  return new Command('run')
    .description("run a script of the project with the project's database")
    .argument('<script>', 'the script, in TypeScript or JavaScript')
    .argument('[args...]', 'arguments of the script')
    .passThroughOptions()
    .allowUnknownOption()
    .addHelpText(
      'after',
      `
The script gets DATABASE_URL: that of the environment, or else the address of the embedded database, also of a running
"serve". Otherwise the command starts the embedded database, and stops it when the script has ended. The script may
import TypeScript, and the paths of tsconfig.json. Everything after its name belongs to it.`,
    )
    .addHelpText(
      'after',
      examples(
        ['run src/script.ts', 'run a script'],
        ['run src/script.ts --since 2026-01-01', 'run it with arguments of its own'],
      ),
    )
    .addHelpText('after', '\nExit codes: that of the script; 1 if it could not be started, 64 wrong use.')
    .action(async (path: string, args: readonly string[]) => terminal.finish(await run(terminal, path, args)));
}

async function run(terminal: Terminal, path: string, args: readonly string[]): Promise<number> {
  const entry = statSync(resolve(terminal.cwd, path), { throwIfNoEntry: false });
  if (entry?.isFile() !== true) return refuse(terminal, 'run', {}, `There is no file ${path}.`);
  const config = await loadConfig(terminal.cwd);
  if (!config.ok) {
    reportDiagnostics(terminal, config.diagnostics);
    return 1;
  }
  const [{ requireDatabase }, { runScript }] = await Promise.all([
    import('../../database/project-database.js'),
    import('../../serve/script.js'),
  ]);
  await requireDatabase(terminal.cwd);
  // The script gets the signals, and this command ends after it.
  void terminal.interrupted();
  // As for the apps of `serve`: cookies work without HTTPS, and mails are printed.
  const mode = process.env['DATABASE_URL']
    ? {}
    : { CONTENT_GEN_MODE: process.env['CONTENT_GEN_MODE'] ?? 'development' };
  return withProjectDatabase(terminal, {}, (url) =>
    runScript(config.value, { path, args, cwd: terminal.cwd, variables: { DATABASE_URL: url, ...mode } }),
  );
}
