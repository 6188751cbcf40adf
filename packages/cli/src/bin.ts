import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

import pc from 'picocolors';

import { run } from './cli.js';
import { traceOf } from './diagnostics/thrown.js';
import { loadEnvironment } from './project/environment.js';

const { stdin, stdout, stderr, env } = process;
loadEnvironment(process.cwd());
const interactive = Boolean(stdin.isTTY && stdout.isTTY && !env['CI']);

/**
 * Ends the process with its exit listeners, which stop the database that a command has started and remove unfinished
 * files. The signal follows, because a shell goes on with its script unless it sees that a signal ended the program.
 */
let end = (signal?: NodeJS.Signals): void => {
  if (signal !== undefined) process.once('exit', () => process.removeAllListeners(signal).kill(process.pid, signal));
  process.exit();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end(signal));

/**
 * The reader of the output may close the pipe, as in `content-gen serve | head`. Then the process ends; a command that
 * waits for signals ends as after one, because a bundler that loses this process during its work prints an error.
 */
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  end();
});

try {
  process.exitCode = await run(process.argv.slice(2), {
    cwd: process.cwd(),
    color: pc.isColorSupported && Boolean(stdout.isTTY || env['FORCE_COLOR']),
    interactive,
    print: (line) => stdout.write(`${line}\n`),
    report: (line) => stderr.write(`${line}\n`),
    progress: (line) => stderr.write(`\r\u001b[K${line}`),
    ask,
    interrupted: () => new Promise((resolve) => (end = () => resolve())),
  });
} catch (error) {
  const report = 'This is a bug in content-gen, not in your project. Please report it with the lines above.';
  stderr.write(`${traceOf(error)}\n\n${report}\n`);
  process.exitCode = 1;
}

async function ask(question: string): Promise<boolean> {
  const lines = createInterface({ input: stdin, output: stdout });
  // While it waits for a line, the terminal reports Ctrl-C as a key, and not as a signal.
  lines.once('SIGINT', () => {
    lines.close();
    end('SIGINT');
  });
  // Ctrl-D closes the input without an answer, which is no yes.
  const closed = once(lines, 'close').then(() => undefined);
  const answer = await Promise.race([lines.question(`${question} [Y/n] `).catch(() => closed), closed]);
  if (answer === undefined) stdout.write('\n');
  lines.close();
  return answer !== undefined && !/^n/i.test(answer.trim());
}
