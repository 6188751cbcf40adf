import { Command } from 'commander';

import { loadConfig } from '../config/index.js';
import { completeWrites, writeTogether } from '../files/write-together.js';
import { appFiles } from '../project/app-files.js';
import { reportDiagnostics } from '../terminal/diagnostics.js';
import { installCommand } from '../version.js';
import { examples } from './examples.js';
import type { ExitCode, Terminal } from '../terminal/terminal.js';

interface InitOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly agents?: boolean;
}

export function initCommand(terminal: Terminal): Command {
  return new Command('init')
    .description('set up content-gen in this folder: an empty one, or a project with a Hono app')
    .option('-y, --yes', 'write the files without asking')
    .option('--dry-run', 'write nothing; list the files and what they would get')
    .option('--agents', 'also write AGENTS.md: commands, places and rules for agents, and an index of the docs')
    .addHelpText(
      'after',
      `
Adds the missing files: a config, an example content type with a test, src/app.ts, src/hooks.ts, src/server.ts,
package.json and tsconfig.json. Adds one line to .gitignore and, if the project uses prettier, to .prettierignore; two lines to an app
that exists already; and the scripts and packages that an existing package.json lacks. Changes nothing else, so you can run it again at any time.`,
    )
    .addHelpText(
      'after',
      examples(
        ['init', 'show the files, and ask before writing them'],
        ['init --yes', 'write the files without asking'],
        ['init --agents', 'with a file that tells agents how to work in the project'],
      ),
    )
    .action(async (options: InitOptions) => terminal.finish(await init(terminal, options)));
}

async function init(terminal: Terminal, options: InitOptions): Promise<ExitCode> {
  await completeWrites(terminal.cwd);
  const config = await loadConfig(terminal.cwd);
  if (!config.ok) {
    reportDiagnostics(terminal, config.diagnostics);
    return 1;
  }
  const [{ planInit }, { installerOf }] = await Promise.all([
    import('../init/plan.js'),
    import('../project/package-manager.js'),
  ]);
  const { files, kept, paste, missing, added, app } = await planInit(
    config.value,
    options.agents ? { agents: {} } : {},
  );

  for (const { change, path } of files) {
    terminal.print(`  ${change}  ${path}`);
    if (path === 'package.json') for (const key of added) terminal.print(`          + ${key}`);
  }
  for (const path of kept) terminal.print(`${path} exists already, so it stays as it is.`);
  if (options.dryRun) return 0;
  if (files.length > 0 && terminal.interactive && !options.yes && !(await terminal.ask('Write these files?'))) return 0;
  await writeTogether(config.value.root, { writes: files });

  if (files.length === 0) terminal.print('The project already has every file. Nothing was written.');
  if (paste !== undefined) {
    terminal.print(`\ncontent-gen cannot change ${paste.path} itself. Add these lines to it:\n`);
    for (const line of paste.lines) terminal.print(`  ${line}`);
  }
  const isNew = files.some(({ path, change }) => path === 'package.json' && change === 'create');
  const install =
    isNew || added.length > 0 ? [installerOf(config.value.root)] : missing.length > 0 ? [installCommand(missing)] : [];
  const steps = [...install, 'npx content-gen serve'];
  terminal.print('\nNext:');
  for (const step of steps) terminal.print(`  ${step}`);
  if (app !== undefined && !appFiles.includes(app)) {
    terminal.print(`\nserve answers without the other routes of ${app}: it takes the default export of src/app.ts.`);
  }
  return 0;
}
