import { isUtf8 } from 'node:buffer';

import type { Context } from 'hono';

import { ContentError } from '../errors/index.js';
import { isTooDeep } from '../model/index.js';
import { parseBrackets } from '../query/index.js';
import type { ContentEnv } from './context.js';
import { formValue } from './form.js';

/** The types that Strapi reads as JSON. */
const JSON_TYPES = new Set([
  'application/json',
  'application/vnd.api+json',
  'application/json-patch+json',
  'application/csp-report',
]);

/** The body of a request as a value; `undefined` if the body is neither JSON nor a form. */
export async function readBody(c: Context<ContentEnv>): Promise<unknown> {
  const isJson = JSON_TYPES.has(mediaTypeOf(c));
  if (!isJson && mediaTypeOf(c) !== FORM) return undefined;
  const encoding = c.req.header('content-encoding');
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw new ContentError(415, 'UnsupportedMediaTypeError', `Unsupported content encoding ${encoding}`, null);
  }
  const text = await readText(c, c.var.scope.content.settings.api.rest.maxBodyBytes);
  if (!isJson) {
    if (isJsonText(text)) throw notAForm();
    return formValue(parseBrackets(text));
  }
  return text === '' ? undefined : parseJson(text);
}

const FORM = 'application/x-www-form-urlencoded';

/** `curl -d` calls everything a form. In a form, braces and brackets at the beginning are encoded. */
function isJsonText(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

function notAForm(): ContentError {
  const message = `The request body is JSON, but its header says "Content-Type: ${FORM}". Send the header "Content-Type: application/json"`;
  return new ContentError(400, 'ValidationError', message, {});
}

/** Whether a browser sends such a body to another origin only with the consent of that origin. */
export function isPreflighted(c: Context<ContentEnv>): boolean {
  return mediaTypeOf(c) === 'application/json';
}

function mediaTypeOf(c: Context<ContentEnv>): string {
  const [mediaType = ''] = (c.req.header('content-type') ?? '').split(';', 1);
  return mediaType.trim().toLowerCase();
}

/**
 * Reads at most `limit` bytes. The server enforces a declared length; the bytes of a body without a declared length are
 * counted.
 */
async function readText(c: Context<ContentEnv>, limit: number): Promise<string> {
  const declared = c.req.header('content-length');
  if (declared !== undefined) {
    if (Number(declared) > limit) throw tooLarge();
    const bytes = Buffer.from(await c.req.raw.arrayBuffer().catch(aborted));
    if (bytes.byteLength > limit) throw tooLarge();
    return textOf(bytes);
  }
  const body = c.req.raw.body;
  if (body === null) return '';
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(aborted);
    if (done) return textOf(Buffer.concat(parts));
    size += value.byteLength;
    if (size > limit) throw await reader.cancel().then(tooLarge, tooLarge);
    parts.push(value);
  }
}

/** A decoder would put another character in the place of bytes that are no UTF-8. */
function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw syntax('The request body is not encoded in UTF-8');
  const text = bytes.toString();
  // A byte order mark is no part of the text.
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** A client abort is a 400, not a server error. */
function aborted(cause: unknown): never {
  throw new ContentError(400, 'BadRequestError', 'request aborted', null, { cause });
}

function tooLarge(): ContentError {
  return new ContentError(413, 'PayloadTooLargeError', 'request entity too large', null);
}

function parseJson(text: string): unknown {
  if (!isJsonText(text)) throw syntax('invalid JSON, only supports object and array');
  return parsed(text);
}

/**
 * How deep a body may be nested, so that recursion can reach every level. A text with fewer characters is not nested
 * deeper.
 */
const MAX_LEVELS = 1000;
/** The only ways to write a key that changes the prototype of an object. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u/;

function parsed(text: string): unknown {
  try {
    // To look at every key takes several times as long as to parse the body.
    const body: unknown = MAY_NAME_PROTOTYPE.test(text) ? JSON.parse(text, refusePrototype) : JSON.parse(text);
    if (text.length > MAX_LEVELS && isTooDeep(body, MAX_LEVELS)) throw nestedTooDeeply();
    return body;
  } catch (error) {
    if (error instanceof ContentError) throw error;
    if (error instanceof RangeError) throw nestedTooDeeply();
    throw syntax(error instanceof Error ? error.message : 'invalid JSON');
  }
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw syntax('Object contains forbidden prototype property');
  return value;
}

function nestedTooDeeply(): ContentError {
  return syntax('The request body is nested too deeply');
}

function syntax(message: string): ContentError {
  return new ContentError(400, 'SyntaxError', message, null);
}
