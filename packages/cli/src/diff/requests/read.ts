import { isObject } from '../../config/plain-object.js';
import { Problem } from '../../diagnostics/problem.js';

/** A request of a file. */
export interface FiledRequest {
  readonly method: string;
  /** A path, or an address. */
  readonly target: string;
  /** The headers of recorded traffic, as the file has them. */
  readonly headers?: unknown;
}

/** A file of requests that cannot be read. The message names the line or the key. */
export class RequestFileProblem extends Problem {}

/** Any address makes a path one. */
const BASE = 'http://localhost';

/** Reads a list: a path or an address on each line, with or without a method. `#` begins a comment. */
export function readRequestLines(text: string): readonly FiledRequest[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    const [, method = 'GET', target = ''] = /^(?:([A-Za-z]+)\s+)?(\S+)$/.exec(trimmed) ?? [];
    if (!/^(\/|https?:\/\/)/.test(target) || !URL.canParse(target, BASE)) {
      throw new RequestFileProblem(
        `Line ${index + 1} is no request: "${trimmed}". Write for example GET /api/articles.`,
      );
    }
    return [{ method, target }];
  });
}

/** Reads the recorded traffic of a browser or a proxy (HTTP Archive 1.2). */
export function readTraffic(text: string): readonly FiledRequest[] {
  return entriesOf(text).map((entry, index) => {
    const request = isObject(entry) ? entry['request'] : undefined;
    const method = isObject(request) ? request['method'] : undefined;
    const url = isObject(request) ? request['url'] : undefined;
    if (!isObject(request) || typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url)) {
      throw new RequestFileProblem(`log.entries[${index}].request of the HAR file has no method and address.`);
    }
    return { method, target: url, headers: request['headers'] };
  });
}

/** Reads one JSON object on each line, with a method and a path or url. */
export function readJsonLines(text: string): readonly FiledRequest[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const request = parsed(line);
    const { method = 'GET', path, url = path } = isObject(request) ? request : {};
    if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url, BASE)) {
      throw new RequestFileProblem(
        `Line ${index + 1} is no request. Write for example {"method":"GET","path":"/api/articles"}.`,
      );
    }
    return [{ method, target: url }];
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
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
