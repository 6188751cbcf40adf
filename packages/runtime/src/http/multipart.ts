import type { ReadableStream, ReadableStreamDefaultReader } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';

import { Busboy, type BusboyFileStream } from '@fastify/busboy';

import type { StagedFile, Staging } from '../content/uploads.js';
import { ContentError, ValidationError } from '../errors/index.js';
import { checkName } from '../upload/names.js';
import { isFull, noRoom, tooLarge } from '../upload/refusals.js';

/** What a multipart body holds; its files are on disk. */
export interface Form {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly StagedFile[];
  /** Names of fields with files that are not looked for. */
  readonly strays: readonly string[];
}

export interface FormLimits {
  readonly sizeLimit: number;
  readonly requestSizeLimit: number;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

const MAX_FILES = 100;
const MAX_FIELDS = 200;
const MAX_FIELD_BYTES = 65_536;

/** Reads a multipart body as it comes, files straight to disk. Nothing is left of one that fails. */
export async function readForm(
  body: ReadableStream<Uint8Array>,
  contentType: string,
  staging: Staging,
  limits: FormLimits,
): Promise<Form> {
  const parser = parserFor(contentType, limits);
  const fields = new Map<string, string[]>();
  const strays: string[] = [];
  const streams: BusboyFileStream[] = [];
  const files: Promise<StagedFile>[] = [];
  const stop = new AbortController();
  const fail = (error: unknown) => stop.abort(error);

  parser.on('file', (field, stream, name, _encoding, declared) => {
    streams.push(stream);
    stream.on('error', () => undefined);
    // Browsers send a file without a name where none was chosen.
    if (field !== 'files' || !name) {
      if (field !== 'files') strays.push(field);
      stream.resume();
      return;
    }
    stream.once('limit', () => fail(tooLarge('FileTooBig')));
    const file = receive(staging, stream, name, declared);
    file.catch(fail);
    files.push(file);
  });
  parser.on('field', (name, value, _nameTruncated, truncated) => {
    if (truncated) fail(tooLarge(`${name} is too long`));
    fields.set(name, [...(fields.get(name) ?? []), value]);
  });
  for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    parser.on(event, () => fail(tooLarge('The form has too many parts')));
  }

  const reader = body.getReader();
  try {
    await pipeline(chunks(reader, limits.requestSizeLimit), parser, { signal: stop.signal });
    return { fields, strays, files: await Promise.all(files) };
  } catch (error) {
    for (const stream of streams) stream.destroy(new Error('The form was not read to its end'));
    const [settled] = await Promise.all([Promise.allSettled(files), readToTheEnd(reader)]);
    await staging.discard(settled.flatMap((file) => (file.status === 'fulfilled' ? [file.value] : [])));
    throw asAnswer(stop.signal.aborted ? stop.signal.reason : error);
  }
}

function parserFor(contentType: string, { sizeLimit }: FormLimits) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // A name with a path in it is refused, not shortened.
      preservePath: true,
      limits: {
        fileSize: sizeLimit,
        files: MAX_FILES,
        fields: MAX_FIELDS,
        parts: MAX_FILES + MAX_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
        headerPairs: 50,
        headerSize: 16_384,
      },
    });
  } catch (error) {
    throw asAnswer(error);
  }
}

async function receive(staging: Staging, stream: BusboyFileStream, name: string, declared: string) {
  checkName(name);
  return staging.receive(stream, name, declared);
}

/** Whatever the body is made of, there is an end to it. */
async function* chunks(reader: Reader, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    size += value.length;
    if (size > limit) throw tooLarge('request entity too large');
    yield value;
  }
}

const MAX_IGNORED_BYTES = 32 * 1024 * 1024;
const MAX_IGNORED_MS = 2000;

/** Most clients hear nothing before they have said everything; but they are not listened to for ever. */
async function readToTheEnd(reader: Reader): Promise<void> {
  const end = Date.now() + MAX_IGNORED_MS;
  let size = 0;
  while (size < MAX_IGNORED_BYTES && Date.now() < end) {
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), end - Date.now()).unref());
    const next = await Promise.race([reader.read(), late]).catch(() => undefined);
    if (next === undefined || next.done) return;
    size += next.value.length;
  }
}

/** What the parser or the connection says is about the request; what the disk says is not. */
function asAnswer(error: unknown): Error {
  if (error instanceof ContentError) return error;
  if (isFull(error)) return noRoom();
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (syscall !== undefined && code !== 'ECONNRESET') return error as Error;
  return new ValidationError(`The multipart body cannot be read: ${message}`);
}
