import { Command, InvalidArgumentError } from 'commander';

import { loadConfig } from '../config/index.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { traceOf } from '../diagnostics/thrown.js';
import type { ServeReport } from '../terminal/serve-event.js';
import { jsonReport, textReport } from '../terminal/serve-report.js';
import { progressOf } from '../terminal/progress.js';
import { examples } from './examples.js';
import { MissingTools } from '../strapi/problem.js';
import { failureMessage } from '../terminal/failure.js';
import type { ExitCode, Terminal } from '../terminal/terminal.js';

interface ServeFlags {
  readonly port: number;
  readonly host: string;
  readonly fresh?: boolean;
  readonly watch: boolean;
  readonly seed?: string;
  readonly json?: boolean;
  readonly config?: string;
}

export function serveCommand(terminal: Terminal): Command {
  return new Command('serve')
    .description('generate the code, start a database if needed, and serve the API')
    .option('--port <number>', 'listen on this port; 0 for any free port', portOf, 1337)
    .option('--host <address>', 'listen on this address; 0.0.0.0 for all addresses', '127.0.0.1')
    .option('--fresh', 'start with an empty embedded database')
    .option('--seed <file>', 'send these requests, or import this archive, first if the database is empty')
    .option('--no-watch', 'do not reload when definitions, config or code change')
    .option('--config <file>', 'use this config file instead of content-gen.config.*')
    .option('--json', 'print one JSON event per line; the event "ready" has the url')
    .addHelpText(
      'after',
      `
Uses the database of DATABASE_URL, or starts an embedded PostgreSQL with its data in .content-gen/postgres.`,
    )
    .addHelpText(
      'after',
      examples(
        ['serve', 'serve on http://localhost:1337'],
        ['serve --fresh --seed seed.json', 'start with an empty database and example content'],
        ['serve --port 3000 --host 0.0.0.0', 'serve to other machines too'],
      ),
    )
    .addHelpText('after', '  $ DATABASE_URL=postgres://me@localhost/mine content-gen serve')
    .action(async (flags: ServeFlags) => {
      const code = await runServe(terminal, flags);
      terminal.finish(code);
      // The app may hold timers and connections that would keep the process alive.
      setTimeout(() => process.exit(code), 100).unref();
    });
}

async function runServe(terminal: Terminal, flags: ServeFlags): Promise<ExitCode> {
  const report = flags.json ? jsonReport(terminal) : textReport(terminal, terminal.color);
  const stop = new AbortController();
  const interrupted = Promise.race([terminal.interrupted(), parentEnded()]).then(() => {
    exitOnSecondSignal();
    report({ event: 'stopping' });
    stop.abort();
  });
  const config = await loadConfig(terminal.cwd, flags.config);
  if (!config.ok) return fail(report, 'The config has errors.', config.diagnostics);

  const { serve } = await import('../serve/serve.js');
  try {
    const circumstances = { report, signal: stop.signal, progress: progressOf(terminal, flags) };
    const serving = await serve(config.value, { ...flags, fresh: flags.fresh ?? false, ...circumstances });
    if (!serving.ok) return fail(report, 'The definitions have errors. Nothing was written.', serving.diagnostics);
    process.on('unhandledRejection', (error) => report({ event: 'error', message: unawaited(error) }));
    await interrupted;
    await serving.value.stop();
    report({ event: 'stopped' });
    return 0;
  } catch (error) {
    if (error === stop.signal.reason) {
      report({ event: 'stopped' });
      return 0;
    }
    const message = failureMessage(error);
    // The command line offers to install what is missing.
    if (message === undefined || error instanceof MissingTools) throw error;
    return fail(report, message);
  }
}

/**
 * Code of the project that forgets an `await` must not end the server. Without this listener it would, and no event
 * would say so.
 */
function unawaited(error: unknown): string {
  return `A promise failed that no code waits for. Write "await" before the call that returned it.\n${traceOf(error)}`;
}

/** Resolves when the parent process has ended, because npm and its shell end without passing signals on. */
function parentEnded(): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    if (process.env['npm_lifecycle_event'] === undefined) return;
    setInterval(() => process.ppid !== parent && resolve(), 250).unref();
  });
}

/** Ends the process at the second signal without waiting. */
function exitOnSecondSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
}

function fail(report: ServeReport, message: string, diagnostics: readonly Diagnostic[] = []): ExitCode {
  report({ event: 'error', message, ...(diagnostics.length > 0 ? { diagnostics } : {}) });
  return 1;
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}
