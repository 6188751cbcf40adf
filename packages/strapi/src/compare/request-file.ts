import { Problem } from 'content-gen/tools';

import { type ComparedRequest, distinct } from './request.js';

/** The requests of a file, and the number of requests that are left out. */
export interface RequestFile {
  readonly requests: readonly ComparedRequest[];
  /** Requests with a method that may write. */
  readonly writes: number;
  /** Requests to other servers. */
  readonly elsewhere: number;
  /** The other servers, for a message. */
  readonly otherOrigins: readonly string[];
}

/** A file of requests that cannot be read. The message names the line or the key. */
export class RequestFileProblem extends Problem {}

/** Reads a list: a path or an address on each line, with or without a method. `#` begins a comment. */
export function readRequestList(text: string, server: URL): RequestFile {
  const written = text.split(/\r?\n/).flatMap((line, index) => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    const [, method = 'GET', target = ''] = /^(?:([A-Za-z]+)\s+)?(\S+)$/.exec(trimmed) ?? [];
    if (!/^(\/|https?:\/\/)/.test(target) || !URL.canParse(target, server.href)) {
      throw new RequestFileProblem(
        `Line ${index + 1} is no request: "${trimmed}". Write for example GET /api/articles.`,
      );
    }
    return [{ method, url: absolute(target, server), isNested: false }];
  });
  return selected(written, server);
}

/** Reads the recorded traffic of a browser or a proxy (HTTP Archive 1.2). */
export function readHar(text: string, server: URL): RequestFile {
  const entries = entriesOf(text);
  const written = entries.map((entry, index) => {
    const request = isObject(entry) ? entry['request'] : undefined;
    const method = isObject(request) ? request['method'] : undefined;
    const url = isObject(request) ? request['url'] : undefined;
    if (!isObject(request) || typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url)) {
      throw new RequestFileProblem(`log.entries[${index}].request of the HAR file has no method and address.`);
    }
    return { method, url: new URL(url), isNested: asksForNested(request['headers']) };
  });
  return selected(written, server);
}

interface Written {
  readonly method: string;
  readonly url: URL;
  readonly isNested: boolean;
}

function selected(written: readonly Written[], server: URL): RequestFile {
  const base = basePath(server);
  const isHere = ({ url }: Written) => url.origin === server.origin && url.pathname.startsWith(`${base}/`);
  const here = written.filter(isHere);
  const requests = here.flatMap(({ method, url, isNested }): readonly ComparedRequest[] => {
    const name = method.toUpperCase();
    if (name !== 'GET' && name !== 'HEAD') return [];
    return [{ method: name, path: url.pathname.slice(base.length) + url.search, ...(isNested ? { isNested } : {}) }];
  });
  const others = written.filter((each) => !isHere(each));
  return {
    requests: distinct(requests),
    writes: here.length - requests.length,
    elsewhere: others.length,
    otherOrigins: [...new Set(others.map(({ url }) => url.origin))],
  };
}

/** The path of a server without a slash at the end. */
export function basePath({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '');
}

/** A path is below the address of the server, as in the generated requests. */
function absolute(target: string, server: URL): URL {
  return new URL(target.startsWith('/') ? basePath(server) + target : target, server);
}

function entriesOf(text: string): readonly unknown[] {
  try {
    const har: unknown = JSON.parse(text);
    const log = isObject(har) ? har['log'] : undefined;
    const entries = isObject(log) ? log['entries'] : undefined;
    if (Array.isArray(entries)) return entries;
  } catch {
    throw new RequestFileProblem('The HAR file is no JSON.');
  }
  throw new RequestFileProblem('The HAR file has no log.entries.');
}

function asksForNested(headers: unknown): boolean {
  if (!Array.isArray(headers)) return false;
  return headers.some(
    (header: unknown) =>
      isObject(header) && /^strapi-response-format$/i.test(String(header['name'])) && header['value'] === 'v4',
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
