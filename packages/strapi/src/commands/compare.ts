import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import {
  type CompareFlags,
  type Config,
  type ContentModel,
  type Diagnostic,
  diagnosticsAsJson,
  type ExitCode,
  failureMessage,
  loadConfig,
  messageOf,
  ok,
  printJson,
  readModel,
  reportDiagnostics,
  RequestFileProblem,
  type Result,
  serveProject,
  type Terminal,
} from 'content-gen/tools';

import { compare, requestsFromModel } from '../compare/compare.js';
import { type RequestFile, readHar, readRequestList } from '../compare/request-file.js';
import type { ComparedRequest } from '../compare/request.js';
import type { ComparisonReport } from '../compare/report.js';
import type { Server } from '../compare/server.js';
import { comparisonProgress, renderComparison } from './comparison.js';

/**
 * Compares, prints the report and returns 0 if everything is equal, 1 if something differs, 2 if the answers cannot be
 * compared.
 */
export async function compareServers(terminal: Terminal, flags: CompareFlags): Promise<ExitCode> {
  const config = await loadConfig(terminal.cwd, flags.config);
  const model = config.ok ? await readModel(config.value) : config;
  if (!config.ok || !model.ok)
    return refuse(terminal, flags, 'The project has errors.', model.ok ? [] : model.diagnostics);
  const stop = new AbortController();
  void terminal.interrupted().then(() => stop.abort());
  try {
    const recorded = await recordedRequests(terminal, flags);
    const ours = await serverOf(config.value, flags, stop.signal);
    if (!ours.ok) return refuse(terminal, flags, 'The definitions have errors.', ours.diagnostics);
    try {
      const { server } = ours.value;
      return await compareRunning(terminal, flags, {
        config: config.value,
        model: model.value,
        recorded,
        ours: server,
      });
    } finally {
      await ours.value.stop();
    }
  } catch (error) {
    if (stop.signal.aborted) return refuse(terminal, flags, 'The comparison was stopped.');
    const message = failureMessage(error);
    if (message === undefined) throw error;
    return refuse(terminal, flags, message);
  }
}

interface Setup {
  readonly config: Config;
  readonly model: ContentModel;
  readonly recorded: readonly ComparedRequest[];
  readonly ours: Server;
}

async function compareRunning(terminal: Terminal, flags: CompareFlags, setup: Setup): Promise<ExitCode> {
  const { settings } = setup.config;
  const { ours, model } = setup;
  const old = { ...ours, url: flags.with, headers: { ...flags.header, ...flags.withHeader } };
  const options = {
    old,
    ours,
    rate: flags.rate,
    ignored: new Set(flags.ignore),
    signal: ours.signal,
    progress: comparisonProgress(terminal, flags),
  };
  const isGenerated = flags.generate !== undefined || (flags.requests === undefined && flags.har === undefined);
  const generated = isGenerated
    ? await requestsFromModel(model, settings, options, { count: flags.generate ?? 1_000, seed: flags.seed })
    : [];
  const report = await compare([...setup.recorded, ...generated], model, settings, options);
  print(terminal, flags, ours.url, report);
  if (report.different > 0) return 1;
  return report.notCompared > 0 || report.requests === 0 ? 2 : 0;
}

function print(terminal: Terminal, flags: CompareFlags, ours: URL, report: ComparisonReport): void {
  const ok = report.different === 0 && report.notCompared === 0 && report.requests > 0;
  const servers = { with: flags.with.href, to: ours.href };
  if (flags.json) printJson(terminal, { command: 'compare', ok, ...servers, seed: flags.seed, ...report });
  else for (const line of renderComparison(report, terminal)) terminal.print(line);
}

async function recordedRequests(terminal: Terminal, flags: CompareFlags): Promise<readonly ComparedRequest[]> {
  const files = [
    ...(flags.requests === undefined ? [] : [{ file: flags.requests, read: readRequestList }]),
    ...(flags.har === undefined ? [] : [{ file: flags.har, read: readHar }]),
  ];
  const requests: ComparedRequest[] = [];
  for (const { file, read } of files) {
    const found = read(await contentOf(terminal.cwd, file), flags.with);
    if (found.requests.length === 0) throw new RequestFileProblem(emptyFile(file, found, flags.with));
    if (found.writes > 0 && !flags.json) {
      terminal.report(
        `${file}: left out ${found.writes} requests that are not GET or HEAD, because compare only reads.`,
      );
    }
    if (found.elsewhere > 0 && !flags.json) {
      terminal.report(`${file}: left out ${found.elsewhere} requests to ${found.otherOrigins.join(', ')}.`);
    }
    requests.push(...found.requests);
  }
  return requests;
}

function emptyFile(file: string, { otherOrigins, writes }: RequestFile, server: URL): string {
  if (otherOrigins.length > 0) {
    return `${file} has no read of ${server.href}. It has requests to ${otherOrigins.join(', ')}; name one of them in --with.`;
  }
  return writes > 0 ? `${file} has no GET or HEAD, and compare only reads.` : `${file} has no requests.`;
}

async function contentOf(root: string, file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  try {
    return await readFile(resolve(root, file), 'utf8');
  } catch (error) {
    throw new RequestFileProblem(`${file} cannot be read: ${messageOf(error)}`);
  }
}

interface RunningServer {
  readonly server: Server;
  stop(): Promise<void>;
}

/** The server of `--to`, or the project itself on any free port. */
async function serverOf(config: Config, flags: CompareFlags, signal: AbortSignal): Promise<Result<RunningServer>> {
  const headers = { ...flags.header, ...flags.toHeader };
  const about = { headers, timeoutMs: flags.timeout * 1_000, signal };
  if (flags.to !== undefined) return ok({ server: { url: flags.to, ...about }, stop: async () => undefined });
  let token = '';
  const serving = await serveProject(config, {
    port: 0,
    host: '127.0.0.1',
    fresh: false,
    watch: false,
    ...(flags.config === undefined ? {} : { config: flags.config }),
    report: (event) => void (event.event === 'ready' && (token = event.token)),
    signal,
  });
  if (!serving.ok) return serving;
  // Requests to the old server have a token, so requests to ours get one, too: otherwise the answers to a visitor would
  // be compared with those to a token.
  const isAuthorized = 'authorization' in flags.withHeader && !('authorization' in headers);
  const granted = isAuthorized ? { ...headers, authorization: `Bearer ${token}` } : headers;
  const server = { ...about, url: new URL(serving.value.url), headers: granted };
  return ok({ server, stop: serving.value.stop });
}

function refuse(
  terminal: Terminal,
  flags: CompareFlags,
  message: string,
  diagnostics: readonly Diagnostic[] = [],
): ExitCode {
  if (flags.json) {
    const found = diagnostics.length === 0 ? {} : { diagnostics: diagnosticsAsJson(diagnostics) };
    printJson(terminal, { command: 'compare', ok: false, message, ...found });
  } else if (diagnostics.length > 0) reportDiagnostics(terminal, diagnostics);
  else terminal.report(message);
  return 2;
}
