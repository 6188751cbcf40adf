import { resolve } from 'node:path';

import { type Config, loadConfig } from '../config/index.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { ContentModel } from '../model/model.js';
import { loadStrapi } from '../strapi/load.js';
import { diagnosticsAsJson, printJson, reportDiagnostics } from '../terminal/diagnostics.js';
import { renderImport } from '../terminal/import-report.js';
import { transferProgress } from '../terminal/progress.js';
import { refuse } from '../terminal/failure.js';
import type { ExitCode, Terminal } from '../terminal/terminal.js';
import { withProjectDatabase } from './with-database.js';

export interface ImportFlags {
  readonly key?: string;
  readonly only?: readonly string[];
  readonly files?: string;
  readonly keepUrls?: boolean;
  readonly adminsAs?: string;
  readonly tokens?: readonly string[];
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
  readonly config?: string;
  readonly json?: boolean;
}

export async function runImport(terminal: Terminal, file: string, flags: ImportFlags): Promise<ExitCode> {
  const conflict = conflictIn(flags);
  if (conflict !== undefined) {
    refuse(terminal, 'import', flags, conflict);
    return 64;
  }
  return withProject(terminal, 'import', flags, async ({ config, model, url }) => {
    const [{ importContent }, { openSource }, { holdsContent }] = await Promise.all([
      import('../transfer/import/import.js'),
      import('../transfer/open.js'),
      import('../database/content-check.js'),
    ]);
    const readers = () => loadStrapi(terminal.cwd);
    const source = await openSource(file, { root: terminal.cwd, model, key: flags.key, readers });
    if ((await holdsContent(url)) && flags.json !== true) {
      terminal.report('The database has content already. Documents with other ids stay as they are.');
    }
    const { progress, done } = transferProgress(terminal, flags);
    const {
      key: _key,
      config: _config,
      json,
      overwrite = false,
      dryRun = false,
      keepUrls = false,
      files,
      ...options
    } = flags;
    const folder = files === undefined ? {} : { files: resolve(terminal.cwd, files) };
    const task = { ...options, ...folder, overwrite, dryRun, keepUrls, progress, url, config, model, source };
    const report = await importContent(task).finally(async () => {
      done();
      await source.close();
    });
    if (json === true) printJson(terminal, { command: 'import', ok: true, dryRun, ...report });
    else for (const line of renderImport(report, dryRun)) terminal.print(line);
    return report.changedHereCount > 0 ? 2 : 0;
  });
}

function conflictIn({ files, keepUrls = false, only, tokens }: ImportFlags): string | undefined {
  if (files !== undefined && keepUrls) {
    return 'Use either --files or --keep-urls: one copies files, the other leaves them where they are.';
  }
  if (only !== undefined && tokens !== undefined) {
    return 'Use either --only or --tokens: an import of some content types takes no tokens.';
  }
  return undefined;
}

interface Project {
  readonly config: Config;
  readonly model: ContentModel;
  readonly url: string;
}

/** Runs a command on the project and its database. */
export async function withProject(
  terminal: Terminal,
  command: string,
  flags: { readonly config?: string; readonly json?: boolean },
  work: (project: Project) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { readModel } = await import('../generate/generate.js');
  const config = await loadConfig(terminal.cwd, flags.config);
  const model = config.ok ? await readModel(config.value) : config;
  if (!config.ok || !model.ok) return fail(terminal, command, flags, model.ok ? [] : model.diagnostics);
  return withProjectDatabase(terminal, flags, (url) => work({ config: config.value, model: model.value, url }));
}

function fail(
  terminal: Terminal,
  command: string,
  { json }: { readonly json?: boolean },
  diagnostics: readonly Diagnostic[],
): ExitCode {
  if (json === true) printJson(terminal, { command, ok: false, diagnostics: diagnosticsAsJson(diagnostics) });
  else reportDiagnostics(terminal, diagnostics);
  return 1;
}
