// The checks of `npm test` that run no code: the linter, the format and the types, side by side. Each prints its output
// when it has ended.
import { spawn } from 'node:child_process';

import { npm } from './release/commands.mjs';

const codes = await Promise.all([inTurn('lint', 'format:check'), inTurn('types')]);
process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;

/** Ends with the first exit code that is not 0. */
async function inTurn(...scripts) {
  for (const script of scripts) {
    const code = await run(script);
    if (code !== 0) return code;
  }
  return 0;
}

/** A script of the workspace. */
function run(script) {
  const [program, ...args] = npm('run', '--silent', script);
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => (output += `${error.message}\n`));
    child.on('close', (code) => {
      process.stdout.write(output);
      resolve(code ?? 1);
    });
  });
}
