import { useInfiniteQuery } from '@tanstack/react-query';

import { foreignAnswer, isOfApi, isSuccess } from '../../data/answer.js';
import { maySeeFiles, useDescription } from '../../data/description.js';
import { Failure, failureOf } from '../../failure.js';
import type { QueryTree } from '../../data/query-string.js';
import { api, inSession } from '../../data/request.js';
import { bearer } from '../../session/session.js';
import { setup } from '../../setup.js';
import { guardUpload } from '../../design/leaving.js';
import type { FileRecord } from '../form/value.js';
import { replacementOf } from './file-type.js';

const PAGE = 48;

/** Files by name and class, the newest first, page by page. */
export function useFiles(text: string, classes: readonly string[] = []) {
  const description = useDescription();
  // A role may have the right to only one of these two endpoints.
  const path = description.upload.actions.includes('find') ? '/upload/files' : '/upload/files/page';
  return useInfiniteQuery({
    queryKey: ['files', text, classes],
    enabled: maySeeFiles(description),
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        sort: 'createdAt:desc',
        pagination: { start: pageParam, limit: PAGE },
        filters: fileFilters(text, classes),
      };
      const body = await api<readonly FileRecord[] | { readonly data: readonly FileRecord[] }>(path, { query, signal });
      return 'data' in body ? body.data : body;
    },
    getNextPageParam: (last, pages) => (last.length < PAGE ? undefined : pages.length * PAGE),
    select: ({ pages }) => pages.flat(),
  });
}

function fileFilters(text: string, classes: readonly string[]): QueryTree {
  const words = text === '' ? {} : { $or: [{ name: { $containsi: text } }, { alternativeText: { $containsi: text } }] };
  if (classes.length === 0 || classes.includes('files')) return words;
  // `images` are the types that begin with `image/`.
  const kinds = classes.map((each) => ({ mime: { $startsWith: `${each.slice(0, -1)}/` } }));
  return { $and: [words, { $or: kinds }].filter((each) => Object.keys(each).length > 0) };
}

/** Sends a file, with progress from 0 to 1. */
export async function uploadFile(
  file: File,
  onProgress: (done: number) => void,
  replaces?: FileRecord,
): Promise<FileRecord> {
  const sent = replaces === undefined ? file : replacementOf(replaces, file);
  const { status, answer } = await guardUpload(inSession(() => sendFile(sent, onProgress, replaces?.id)));
  if (!isSuccess(status)) throw failureOf(status, answer);
  const record: unknown = Array.isArray(answer) ? answer[0] : answer;
  if (!isOfApi('POST', status, record)) throw foreignAnswer();
  // The API documents the record of a file.
  return record as FileRecord;
}

interface Sent {
  readonly status: number;
  /** `null` if the answer is no JSON. */
  readonly answer: unknown;
}

/** `fetch` does not report progress. */
function sendFile(file: File, onProgress: (done: number) => void, replaces: number | undefined): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const body = new FormData();
    body.append('files', file);
    const request = new XMLHttpRequest();
    request.open('POST', `${setup.api}/upload${replaces === undefined ? '' : `?id=${replaces}`}`);
    request.setRequestHeader('Authorization', `Bearer ${bearer() ?? ''}`);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    // A browser reports both causes with the same event.
    const lost = 'It could not be sent. The connection was lost, or the file was moved or changed since you chose it.';
    for (const name of ['error', 'abort', 'timeout'] as const) {
      request.addEventListener(name, () => reject(new Failure('offline', lost)));
    }
    request.addEventListener('load', () => resolve({ status: request.status, answer: request.response }));
    request.send(body);
  });
}

export function updateFile(
  id: number,
  info: Partial<Pick<FileRecord, 'name' | 'alternativeText' | 'caption'>>,
): Promise<FileRecord> {
  return api<FileRecord>('/upload', { method: 'POST', query: { id }, body: { fileInfo: info } });
}

export function deleteFile(id: number): Promise<unknown> {
  return api(`/upload/files/${id}`, { method: 'DELETE' });
}

/** The smallest version of an image that fills a tile; `undefined` for other files. */
export function previewOf({ mime, formats, url }: FileRecord): string | undefined {
  if (!mime.startsWith('image/')) return undefined;
  return formats?.['small']?.url ?? formats?.['thumbnail']?.url ?? url;
}

/** Size in kilobytes, as the API has it, for people. */
export function sizeText(kilobytes: number): string {
  return kilobytes < 1_000 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1_000).toFixed(1)} MB`;
}
