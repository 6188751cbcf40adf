import { once } from 'node:events';
import { join, relative, resolve, sep } from 'node:path';

import { watch } from 'chokidar';

export interface WatchedFiles {
  /** Files and folders, absolute or relative to the project. The files and folders need not exist yet. */
  readonly paths: readonly string[];
  /** The folder of the generated code, relative to the project. The watcher ignores it. */
  readonly output: string;
}

export interface Watcher {
  /**
   * Calls back with the changed files, relative to the project. Changes that arrive while a call is running are
   * collected for the next one. Call `listen` once.
   */
  listen(onChange: (files: readonly string[]) => Promise<void>): void;
  /** Adds paths to the watched ones, and replaces the output folder. */
  extend(more: WatchedFiles): void;
  stop(): Promise<void>;
}

/** Editors save in several steps, and chokidar drops a second change of a file within 50 ms, so this must be longer. */
const SETTLE_MS = 80;
const HIDDEN = /[\\/](node_modules|\.git|\.content-gen)([\\/]|$)/;

/**
 * Watches files of a project, only those that match a pattern. After the promise has resolved, no change is missed in
 * folders that exist.
 */
export async function watchFiles(root: string, first: WatchedFiles, pattern = /./): Promise<Watcher> {
  const watched = new Set(first.paths.map((path) => resolve(root, path)));
  let output = join(root, first.output);
  const isWatched = (path: string) => [...watched].some((each) => isWithin(path, each) || isWithin(each, path));
  const ignored = (path: string) => HIDDEN.test(path.slice(root.length)) || isWithin(path, output) || !isWatched(path);
  // Watches from the project's folder down, because chokidar cannot watch a path that does not exist yet.
  const watcher = watch(root, { ignoreInitial: true, ignored });
  await once(watcher, 'ready');

  const calls = collectCalls();
  watcher.on('all', (event, path) => {
    if (event === 'addDir' || event === 'unlinkDir' || !pattern.test(path)) return;
    calls.add(relative(root, path).split(sep).join('/'));
  });
  return {
    listen: calls.listen,
    extend(more) {
      output = join(root, more.output);
      const added = more.paths.map((path) => resolve(root, path)).filter((path) => !watched.has(path));
      for (const path of added) watched.add(path);
      watcher.add(added);
    },
    async stop() {
      const running = calls.stop();
      await watcher.close();
      await running;
    },
  };
}

/** Collects changed files until they settle, then calls the listener with all of them, one call at a time. */
function collectCalls() {
  const changed = new Set<string>();
  let listener: ((files: readonly string[]) => Promise<void>) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const run = async () => {
    while (listener !== undefined && changed.size > 0) {
      const files = [...changed].sort();
      changed.clear();
      await listener(files);
    }
  };
  const begin = () => {
    running ??= run().finally(() => (running = undefined));
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(begin, SETTLE_MS);
  };
  return {
    add(file: string): void {
      changed.add(file);
      schedule();
    },
    listen(given: (files: readonly string[]) => Promise<void>): void {
      listener = given;
      if (changed.size > 0) schedule();
    },
    /** Gives the call that is still running. */
    stop(): Promise<void> | undefined {
      clearTimeout(timer);
      listener = undefined;
      return running;
    },
  };
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}
