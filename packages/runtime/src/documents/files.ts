import { Readable } from 'node:stream';

import { permits } from '../access/index.js';
import type { Content, Scope, StagedFile } from '../content/index.js';
import { ForbiddenError, ValidationError } from '../errors/index.js';
import type { Media } from '../model/index.js';
import {
  type FileInfo,
  checkName,
  isFull,
  noRoom,
  parseFileInfos,
  planFiles,
  saveFiles,
  selectFiles,
  tooLarge,
  uploadsOf,
} from '../upload/index.js';
import { SYSTEM } from './documents.js';

/** A file that code uploads. */
export interface UploadedFile extends Omit<FileInfo, 'name'> {
  /** The name with its extension: `cover.png`. */
  readonly name: string;
  /** The bytes, or a stream of them, such as `createReadStream('cover.png')` or the body of an answer. */
  readonly data: Uint8Array | Blob | AsyncIterable<Uint8Array>;
  /** The type that the sender declares. The content decides; the type helps with texts. */
  readonly type?: string;
}

/**
 * Stores a file with the checks and formats of `POST /api/upload`, and returns its record, whose `id` a media attribute
 * takes. With `c.var.scope` the caller of the request needs the right `upload`; with the content itself, code has all rights.
 */
export async function uploadFile(by: Content | Scope, file: UploadedFile): Promise<Media> {
  const scope: Scope = 'caller' in by ? by : { content: by, caller: SYSTEM, requestId: 'code' };
  if (!permits(scope, 'upload', 'upload')) throw new ForbiddenError();
  const { name, data, type = 'application/octet-stream', ...info } = file;
  checkName(name);
  const infos = parseFileInfos([info]);
  const ids = await saveFiles(scope, [await stage(scope, data, name, type)], infos, undefined);
  const found = await selectFiles(scope, planFiles(scope, {}), { ids, uploaded: true });
  const [record]: readonly Media[] = JSON.parse(found.data.toString());
  if (record === undefined) throw new Error(`The file ${name} was deleted while it was stored`);
  return record;
}

async function stage(scope: Scope, data: UploadedFile['data'], name: string, type: string): Promise<StagedFile> {
  const { staging, settings } = await uploadsOf(scope.content);
  const bytes = data instanceof Uint8Array ? [data] : data instanceof Blob ? data.stream() : data;
  try {
    const staged = await staging.receive(Readable.from(atMost(bytes, settings.sizeLimit)), name, type);
    if (staged.inspection.size() > 0) return staged;
    await staging.discard([staged]);
  } catch (error) {
    throw isFull(error) ? noRoom() : error;
  }
  throw new ValidationError('Files are empty');
}

async function* atMost(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) throw tooLarge('FileTooBig');
    yield chunk;
  }
}
