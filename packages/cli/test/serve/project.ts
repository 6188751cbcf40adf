import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { findPostmaster } from '../../src/database/postmaster.js';
import type { ServeEvent } from '../../src/terminal/serve-event.js';
import { bin, withoutNpm } from '../command-line.js';
import { type Files, type ProjectOptions, temporaryProject, writeFiles } from '../temporary-project.js';
import { shareCache } from './shared-cache.js';

/** A project in a temporary folder, with the packages of the workspace. */
export async function createProject(files: Files, options: Pick<ProjectOptions, 'database' | 'parent'> = {}) {
  const root = temporaryProject(files, { ...options, packages: true });
  const running: ServeProcess[] = [];

  return {
    root,
    write: async (path: string, content: string) => writeFiles(root, { [path]: content }),
    postmaster: () => findPostmaster(join(root, '.content-gen', 'postgres')),
    serve: (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => {
      const started = startServe(root, { args, env });
      running.push(started);
      return started;
    },
    /** As npm does it: from a shell. */
    serveFromShell: () => {
      const started = startServe(root, { env: { npm_lifecycle_event: 'start' }, inShell: true });
      running.push(started);
      return started;
    },
    remove: async () => {
      await Promise.all(running.map((process) => process.end('SIGTERM')));
      await rm(root, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

export type ServeProcess = ReturnType<typeof startServe>;
type EventNamed<Name> = Extract<ServeEvent, { event: Name }>;

export interface ServeCircumstances {
  /** The command line to run; that of the workspace unless given. */
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly inShell?: boolean;
  /** As in a terminal: other programs print lines of their own, and signals reach them all. */
  readonly inTerminal?: boolean;
}

const serveCommand = [process.execPath, bin, 'serve'];

/** The real command, with `--json`, on any free port. */
export function startServe(cwd: string, circumstances: ServeCircumstances = {}) {
  const { command: start = serveCommand, args = [], env = {}, inShell = false, inTerminal = false } = circumstances;
  const command = [...start, '--json', '--port', '0', ...args];
  const cache = start === serveCommand ? shareCache(cwd) : undefined;
  // With something to do afterwards, a shell does not make way for the command.
  const [program = '', ...rest] = inShell ? ['sh', '-c', `"$@"; exit $?`, 'sh', ...command] : command;
  const child: ChildProcess = spawn(program, rest, {
    cwd,
    env: { ...process.env, ...withoutNpm, DATABASE_URL: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: inTerminal,
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  let complaints = '';
  child.stderr!.on('data', (chunk: Buffer) => (complaints += chunk.toString()));

  const events: ServeEvent[] = [];
  const waiting = new Set<() => void>();
  const lines = createInterface({ input: child.stdout! });
  lines.on('line', (line) => {
    if (inTerminal && !line.startsWith('{')) return void (complaints += `${line}\n`);
    const event = JSON.parse(line) as ServeEvent;
    if (event.event === 'ready') cache?.leave();
    events.push(event);
    for (const check of waiting) check();
  });

  return {
    exited,
    /** Nobody is left who could print something. */
    silent: once(lines, 'close'),
    /** The first event of a name; fails when the process ends without one. */
    event: <Name extends ServeEvent['event']>(name: Name) =>
      new Promise<EventNamed<Name>>((resolve, reject) => {
        const check = () => {
          const found = events.find((event): event is EventNamed<Name> => event.event === name);
          if (found) resolve(found);
        };
        waiting.add(check);
        check();
        lines.once('close', () => reject(new Error(`No "${name}": ${JSON.stringify(events)} ${complaints}`)));
      }),
    /** Everything on stderr until now. */
    errors: () => complaints,
    /** What was said until now, and by name what comes after. */
    said: () => [...events],
    next: <Name extends ServeEvent['event']>(name: Name) => {
      const from = events.length;
      return new Promise<EventNamed<Name>>((resolve, reject) => {
        const check = () => {
          const found = events.slice(from).find((event): event is EventNamed<Name> => event.event === name);
          if (found) resolve(found);
        };
        waiting.add(check);
        lines.once('close', () => reject(new Error(`No other "${name}": ${JSON.stringify(events)} ${complaints}`)));
      });
    },
    /** Sends a signal and gives the exit code. */
    end: async (signal: NodeJS.Signals) => {
      if (child.exitCode === null && child.signalCode === null)
        process.kill(inTerminal ? -child.pid! : child.pid!, signal);
      return exited;
    },
  };
}

export const article = (attributes: string) => `import { defineContentType } from 'content-gen';

export default defineContentType({ attributes: { ${attributes} } });
`;

/** Settings for configs of tests: no request fails because the machine is busy. */
export const patience = 'publicTimeoutMs: 60_000, bulkTimeoutMs: 60_000';

/** Adds that setting to the config of a project that another command or a fixture has written. */
export function makePatient(root: string): void {
  const path = 'content-gen.config.ts';
  const text = readFileSync(join(root, path), 'utf8');
  const place = ['rest: {', 'api: {', 'defineConfig({'].find((each) => text.includes(each)) ?? '';
  const setting = { 'rest: {': patience, 'api: {': `rest: { ${patience} }` }[place] ?? `api: { rest: { ${patience} } }`;
  writeFiles(root, { [path]: text.replace(place, `${place} ${setting},`) });
}

export const config = `import { defineConfig } from 'content-gen';

export default defineConfig({ api: { rest: { ${patience} } }, permissions: { public: '*' } });
`;
