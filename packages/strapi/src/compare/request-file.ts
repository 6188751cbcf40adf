import { type FiledRequest, isObject, readRequestLines, readTraffic } from 'content-gen/tools';

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

/** Reads a list: a path or an address on each line, with or without a method. `#` begins a comment. */
export function readRequestList(text: string, server: URL): RequestFile {
  return selected(readRequestLines(text), server);
}

/** Reads the recorded traffic of a browser or a proxy (HTTP Archive 1.2). */
export function readHar(text: string, server: URL): RequestFile {
  return selected(readTraffic(text), server);
}

interface Written {
  readonly method: string;
  readonly url: URL;
  readonly isNested: boolean;
}

function selected(filed: readonly FiledRequest[], server: URL): RequestFile {
  const written = filed.map(({ method, target, headers }) => ({
    method,
    url: absolute(target, server),
    isNested: asksForNested(headers),
  }));
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

function asksForNested(headers: unknown): boolean {
  if (!Array.isArray(headers)) return false;
  return headers.some(
    (header: unknown) =>
      isObject(header) && /^strapi-response-format$/i.test(String(header['name'])) && header['value'] === 'v4',
  );
}
