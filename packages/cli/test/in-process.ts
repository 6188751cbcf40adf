/**
 * The command line in the process of the test. A process of its own takes half a second to load its modules, so that
 * only tests of the process itself need one: arguments, `.env`, pipes, signals and the exit code.
 */
import { run } from '../src/cli.js';
import type { Outcome } from './command-line.js';

export type Variables = Readonly<Record<string, string | undefined>>;

export async function inProcess(cwd: string, args: readonly string[], variables: Variables = {}): Promise<Outcome> {
  let [stdout, stderr] = ['', ''];
  begin(variables);
  try {
    const code = await run(args, {
      cwd,
      color: false,
      interactive: false,
      print: (line) => (stdout += `${line}\n`),
      report: (line) => (stderr += `${line}\n`),
      progress: () => undefined,
      ask: () => Promise.reject(new Error('Nobody is there to answer')),
      interrupted: () => new Promise(() => undefined),
    });
    return { code, stdout, stderr };
  } finally {
    end();
  }
}

/** The commands under way, and the values that variables had before the first of them. */
let running = 0;
let former: Record<string, string | undefined> = {};

function begin(variables: Variables): void {
  if (running++ === 0) former = {};
  for (const name of Object.keys(variables)) if (!(name in former)) former[name] = process.env[name];
  set(variables);
}

function end(): void {
  if (--running === 0) set(former);
}

function set(variables: Variables): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
