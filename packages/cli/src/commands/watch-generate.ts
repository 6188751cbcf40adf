import { once } from 'node:events';
import { resolve, sep } from 'node:path';

import { watch as watchFiles } from 'chokidar';

import { loadConfig } from '../config/index.js';
import type { GenerateFlags } from './generate.js';
import { runGenerate } from './run-generate.js';
import type { ExitCode, Terminal } from '../terminal/terminal.js';

const configFiles = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `content-gen.config.${extension}`);

/** Editors save in several steps. And chokidar says nothing of a change within 50 ms of another: this must be longer. */
const settleMilliseconds = 80;

/** Generates now and after every change, until interrupted. Errors are shown, and the last good output stays. */
export async function watch(terminal: Terminal, flags: GenerateFlags): Promise<ExitCode> {
  // One folder that exists, narrowed down: places that are not there yet are seen when they appear.
  let places = await placesToWatch(terminal.cwd, flags);
  const isOutside = (path: string): boolean => !places.some((place) => isWithin(path, place) || isWithin(place, path));
  const watcher = watchFiles(terminal.cwd, { ignoreInitial: true, ignored: isOutside });
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const round = async (): Promise<void> => {
    try {
      await runGenerate(terminal, flags);
      // The config may name other folders now.
      const former = new Set(places);
      places = await placesToWatch(terminal.cwd, flags);
      for (const place of places) if (!former.has(place)) watcher.add(place);
    } catch (error) {
      terminal.report(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    if (!flags.json) terminal.print('Watching for changes. Ctrl-C stops.');
  };
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(() => (running = running.then(round)), settleMilliseconds);
  });

  // Only from then on no change is missed.
  await once(watcher, 'ready');
  running = running.then(round);
  await terminal.interrupted();
  clearTimeout(timer);
  await watcher.close();
  await running;
  return 0;
}

async function placesToWatch(root: string, flags: GenerateFlags): Promise<readonly string[]> {
  const config = await loadConfig(root, flags.config);
  const folders = config.ok ? config.value.content : ['content'];
  return [...folders, ...configFiles, ...(flags.config ? [flags.config] : [])].map((path) => resolve(root, path));
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}
