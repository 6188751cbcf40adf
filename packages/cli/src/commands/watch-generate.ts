import { configFiles, loadConfig } from '../config/index.js';
import { traceOf } from '../diagnostics/thrown.js';
import { type WatchedFiles, watchFiles } from '../files/watch.js';
import { sharedPaths } from '../load/shared-files.js';
import type { ExitCode, Terminal } from '../terminal/terminal.js';
import type { GenerateFlags } from './generate.js';
import { runGenerate } from './run-generate.js';

/** Generates now and after every change until interrupted. Errors are printed, and the last good output stays. */
export async function watchGenerate(terminal: Terminal, flags: GenerateFlags): Promise<ExitCode> {
  const watcher = await watchFiles(terminal.cwd, await watchedFiles(terminal.cwd, flags));
  const round = async (): Promise<void> => {
    try {
      await runGenerate(terminal, flags);
      // The changed config may name other folders.
      watcher.extend(await watchedFiles(terminal.cwd, flags));
    } catch (error) {
      terminal.report(traceOf(error));
    }
    if (!flags.json) terminal.print('Watching for changes. Press Ctrl-C to stop.');
  };
  const first = round().then(() => watcher.listen(round));
  await terminal.interrupted();
  await first;
  await watcher.stop();
  return 0;
}

async function watchedFiles(root: string, flags: GenerateFlags): Promise<WatchedFiles> {
  const config = await loadConfig(root, flags.config);
  const { content, output } = config.ok ? config.value : { content: ['content'], output: 'src/content' };
  const shared = config.ok ? await sharedPaths(config.value) : [];
  return { paths: [...content, ...shared, ...configFiles, ...(flags.config ? [flags.config] : [])], output };
}
