import { pipeline } from 'node:stream/promises';

import { Busboy, type BusboyFileStream } from '@fastify/busboy';

import type { StagedFile, Staging } from '../content/index.js';
import { ContentError, ValidationError } from '../errors/index.js';
import { checkName, isFull, noRoom, tooLarge } from '../upload/index.js';

/** A multipart body whose files are on disk. */
export interface Form {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly StagedFile[];
  /** Names of unknown fields with files. */
  readonly strays: readonly string[];
}

interface FormLimits {
  readonly sizeLimit: number;
  readonly requestSizeLimit: number;
}

type Body = NonNullable<Request['body']>;
type Reader = ReadableStreamDefaultReader<Uint8Array>;

const MAX_FILES = 100;
const MAX_FIELDS = 200;
const MAX_FIELD_BYTES = 65_536;

/** Streams the files of a multipart body to disk. The files are deleted if the body cannot be read to its end. */
export async function readForm(body: Body, contentType: string, staging: Staging, limits: FormLimits): Promise<Form> {
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
    // Browsers send a file without a name if the user chose none.
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
    const [settled] = await Promise.all([Promise.allSettled(files), readRest(reader)]);
    await staging.discard(settled.flatMap((file) => (file.status === 'fulfilled' ? [file.value] : [])));
    throw asAnswer(stop.signal.aborted ? stop.signal.reason : error);
  }
}

function parserFor(contentType: string, { sizeLimit }: FormLimits) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // Keeps paths in names, so that `checkName` can refuse such names.
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

/** The chunks of a body, up to a limit for all of its parts together. */
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

/**
 * Most clients read the answer only after they have sent the whole body, so the rest of the body is read, within
 * limits.
 */
async function readRest(reader: Reader): Promise<void> {
  const end = Date.now() + MAX_IGNORED_MS;
  let size = 0;
  while (size < MAX_IGNORED_BYTES && Date.now() < end) {
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), end - Date.now()).unref());
    const next = await Promise.race([reader.read(), late]).catch(() => undefined);
    if (next === undefined || next.done) return;
    size += next.value.length;
  }
}

/** Errors of the parser and of the connection are errors of the client; errors of the disk are not. */
function asAnswer(error: unknown): Error {
  if (error instanceof ContentError) return error;
  if (isFull(error)) return noRoom();
  if (!(error instanceof Error)) return new ValidationError(`The multipart body cannot be read: ${String(error)}`);
  const isFromDisk = 'syscall' in error && error.syscall !== undefined;
  if (isFromDisk && !('code' in error && error.code === 'ECONNRESET')) return error;
  return new ValidationError(`The multipart body cannot be read: ${error.message}`);
}
