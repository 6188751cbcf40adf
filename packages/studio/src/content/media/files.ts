import { useInfiniteQuery } from '@tanstack/react-query';

import { Failure, failureOf } from '../../data/failure.js';
import type { QueryTree } from '../../data/query-string.js';
import { api } from '../../data/request.js';
import { bearer } from '../../session/session.js';
import { setup } from '../../setup.js';
import type { FileRecord } from '../form/value.js';

const PAGE = 48;

export type MediaClass = 'images' | 'videos' | 'audios' | 'files';

/** Files by name and class, the newest first, page by page. */
export function useFiles(text: string, classes: readonly string[] = []) {
  return useInfiniteQuery({
    queryKey: ['files', text, classes],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api<readonly FileRecord[]>('/upload/files', {
        query: {
          sort: 'createdAt:desc',
          pagination: { start: pageParam, limit: PAGE },
          filters: fileFilters(text, classes),
        },
        signal,
      }),
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

/** Sends a file, with progress from 0 to 1. `fetch` does not report progress. */
export function uploadFile(file: File, onProgress: (done: number) => void, replaces?: number): Promise<FileRecord> {
  return new Promise((resolve, reject) => {
    const body = new FormData();
    body.append('files', file);
    const request = new XMLHttpRequest();
    request.open('POST', `${setup.api}/upload${replaces === undefined ? '' : `?id=${replaces}`}`);
    request.setRequestHeader('Authorization', `Bearer ${bearer() ?? ''}`);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('error', () => reject(new Failure('offline', 'The file could not be sent.')));
    request.addEventListener('load', () => {
      if (request.status >= 300) return reject(failureOf(request.status, request.response));
      const answer: FileRecord | readonly FileRecord[] = request.response;
      const record = Array.isArray(answer) ? answer[0] : answer;
      return record === undefined ? reject(new Failure('refused', 'The server stored no file.')) : resolve(record);
    });
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
