import { once } from 'node:events';
import { join, relative, resolve, sep } from 'node:path';

import { watch } from 'chokidar';

import { configFiles } from '../config/index.js';
import { appFiles } from '../project/app-files.js';

/** Where changes matter: folders and files, relative to the project or absolute. */
export interface Places {
  readonly content: readonly string[];
  readonly output: string;
  readonly configFile?: string;
  readonly sources?: readonly string[];
}

export interface Changes {
  /** Hears of files that changed, relative to the project, all that came together at once. Call it once. */
  listen(hear: (files: readonly string[]) => Promise<void>): void;
  /** Looks at other places from now on, too. */
  widen(places: Places): void;
  stop(): Promise<void>;
}

/** Editors save in several steps, and the watcher keeps silent about a second change within 50 ms. */
const SETTLE_MS = 80;
const HIDDEN = /[\\/](node_modules|\.git|\.content-gen)([\\/]|$)/;
const CODE = /\.([cm]?[jt]sx?|json)$/;

/** Watches definitions, config and the project's own code. No change is missed from the moment this resolves. */
export async function watchChanges(root: string, first: Places): Promise<Changes> {
  const places = new Set(pathsOf(root, first));
  let output = join(root, first.output);
  const matters = (path: string) => [...places].some((place) => isWithin(path, place) || isWithin(place, path));
  const ignored = (path: string) => HIDDEN.test(path.slice(root.length)) || isWithin(path, output) || !matters(path);
  // From the top, because what is not there yet cannot be watched.
  const watcher = watch(root, { ignoreInitial: true, ignored });
  await once(watcher, 'ready');

  const changed = new Set<string>();
  let hear: ((files: readonly string[]) => Promise<void>) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  const work = async () => {
    // What changes meanwhile is heard of afterwards.
    while (hear !== undefined && changed.size > 0) {
      const files = [...changed].sort();
      changed.clear();
      await hear(files);
    }
    working = undefined;
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (working ??= work()), SETTLE_MS);
  };
  watcher.on('all', (event, path) => {
    if (event === 'addDir' || event === 'unlinkDir' || !CODE.test(path)) return;
    changed.add(relative(root, path).split(sep).join('/'));
    soon();
  });

  return {
    listen(given) {
      hear = given;
      if (changed.size > 0) soon();
    },
    widen(wider) {
      output = join(root, wider.output);
      const added = pathsOf(root, wider).filter((path) => !places.has(path));
      for (const path of added) places.add(path);
      watcher.add(added);
    },
    async stop() {
      clearTimeout(timer);
      hear = undefined;
      await watcher.close();
      await working;
    },
  };
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

function pathsOf(root: string, { content, output, configFile, sources = [] }: Places): string[] {
  const known = [...content, ...configFiles, ...(configFile === undefined ? [] : [configFile]), 'src', ...appFiles];
  return [
    ...known.map((path) => resolve(root, path)),
    ...sources.filter((path) => !isWithin(path, join(root, output))),
  ];
}
