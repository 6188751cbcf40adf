import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { Command } from 'commander';

import { printJson } from '../terminal/diagnostics.js';
import { transferProgress } from '../terminal/progress.js';
import { refuse } from '../terminal/failure.js';
import { plural } from '../terminal/summary.js';
import type { ExitCode, Terminal } from '../terminal/terminal.js';
import { examples } from './examples.js';
import { withProject } from './run-import.js';

interface ExportFlags {
  readonly files: boolean;
  readonly force?: boolean;
  readonly config?: string;
  readonly json?: boolean;
}

export function exportCommand(terminal: Terminal): Command {
  return new Command('export')
    .description('write all content of the database to an archive')
    .argument('[file]', 'the archive to write; compressed unless its name ends with .tar', 'export.tar.gz')
    .option('--no-files', 'leave out the bytes of uploaded files')
    .option('--force', 'overwrite the file')
    .option('--config <file>', 'use this config file instead of content-gen.config.*')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Exports the database of DATABASE_URL, or the embedded one, as it is at one moment: documents, users, files and tokens.
The archive contains the hashes of passwords and tokens, so keep it secret. "content-gen import" reads it.`,
    )
    .addHelpText(
      'after',
      examples(
        ['export backup.tar.gz', 'a backup with files'],
        ['export seed.tar.gz --no-files', 'documents alone, for "serve --seed seed.tar.gz"'],
      ),
    )
    .addHelpText('after', '\nExit codes: 0 success, 1 error, 64 wrong use.')
    .action(async (file: string, flags: ExportFlags) => terminal.finish(await run(terminal, file, flags)));
}

async function run(terminal: Terminal, file: string, flags: ExportFlags): Promise<ExitCode> {
  const path = resolve(terminal.cwd, file);
  if (existsSync(path) && flags.force !== true) {
    return refuse(terminal, 'export', flags, `${file} exists already. Choose another name, or add --force.`);
  }
  if (!existsSync(dirname(path))) {
    return refuse(terminal, 'export', flags, `The folder ${dirname(path)} does not exist. Create it first.`);
  }
  return withProject(terminal, 'export', flags, async (project) => {
    const { exportContent } = await import('../transfer/export/export.js');
    const { progress, done } = transferProgress(terminal, flags);
    const report = await exportContent({ ...project, path, withFiles: flags.files, progress }).finally(done);
    if (flags.json === true) {
      printJson(terminal, { command: 'export', ok: true, file, ...report });
      return 0;
    }
    for (const [name, versions] of Object.entries(report.types))
      terminal.print(`${name}  ${plural(versions, 'version')}`);
    if (report.files > 0)
      terminal.print(`file  ${plural(report.files, 'record')}, ${plural(report.stored, 'stored file')}`);
    for (const key of report.missing) terminal.report(`The storage does not have the file ${key}.`);
    terminal.report(`Wrote ${file}.`);
    return 0;
  });
}
