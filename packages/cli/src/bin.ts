import { createInterface } from 'node:readline/promises';

import pc from 'picocolors';

import { run } from './cli.js';
import { traceOf } from './diagnostics/thrown.js';
import { diskProblem } from './files/disk-error.js';
import { loadEnvironment } from './project/environment.js';

const { stdin, stdout, stderr, env } = process;
loadEnvironment(process.cwd());
const interactive = Boolean(stdin.isTTY && stdout.isTTY && !env['CI']);

/**
 * The reader of the output may close the pipe, as in `content-gen serve | head`. Then the process ends; a command that
 * waits for signals ends as after one, because a bundler that loses this process during its work prints an error.
 */
let end: () => void = () => process.exit();
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
    interrupted: () =>
      new Promise((resolve) => {
        end = resolve;
        process.once('SIGINT', () => resolve());
        process.once('SIGTERM', () => resolve());
        process.once('SIGHUP', () => resolve());
      }),
  });
} catch (error) {
  const report = 'This is a bug in content-gen, not in your project. Please report it with the lines above.';
  stderr.write(`${diskProblem(error) ?? `${traceOf(error)}\n\n${report}`}\n`);
  process.exitCode = 1;
}

async function ask(question: string): Promise<boolean> {
  const lines = createInterface({ input: stdin, output: stdout });
  const answer = await lines.question(`${question} [Y/n] `);
  lines.close();
  return !/^n/i.test(answer.trim());
}
