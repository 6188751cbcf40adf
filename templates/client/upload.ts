export interface UploadOptions extends RequestOptions {
  /** Called with the sent part of the request, from 0 to 1. Only browsers know more than its end, and no `fetch` of yours. */
  onProgress?: (part: number) => void;
}

/** Uploads files. `data` has one record for each of them, whose `id` media attributes take. */
export async function upload<T = UploadedFile>(
  client: AnyClient,
  files: Blob | readonly Blob[],
  { onProgress, signal }: UploadOptions = {},
): Promise<Answered<T[]>> {
  const connection = client[CONNECTION];
  const form = new FormData();
  for (const file of 'size' in files ? [files] : files) form.append('files', file);
  const sent =
    onProgress && !connection.fetch && typeof XMLHttpRequest !== 'undefined'
      ? withFetch(connection, xhrFetch(onProgress))
      : connection;
  const answer = await send(sent, 'upload', { method: 'POST', body: form, ...(signal ? { signal } : {}) });
  if (answer.error) return answer;
  onProgress?.(1);
  return { data: answer.body as T[] };
}

/** The files that were uploaded: all of them, or those of a query. */
export async function listFiles<const F extends t.FieldList<t.FileType> = undefined>(
  client: AnyClient,
  query: Omit<t.FindQuery<t.FileType, F, readonly []>, 'populate' | 'status' | 'locale'> = {},
  options?: RequestOptions,
): Promise<Answered<t.Result<t.FileType, F, readonly []>[]>> {
  const answer = await send(client[CONNECTION], 'upload/files', { query, ...options });
  return answer.error ? answer : { data: answer.body as t.Result<t.FileType, F, readonly []>[] };
}

/** Removes a file, and shows what it was. */
export async function removeFile<T = UploadedFile>(
  client: AnyClient,
  id: number | string,
  options?: RequestOptions,
): Promise<Answered<T>> {
  const path = join('upload/files', String(id));
  // A list has the path of no file.
  if (path === undefined) return failureOf(404, NOT_FOUND);
  const answer = await send(client[CONNECTION], path, { method: 'DELETE', ...options });
  return answer.error ? answer : { data: answer.body as T };
}

export interface UploadedFile {
  id: number;
  documentId: string;
  name: string;
  url: string;
  mime: string;
  size: number;
}

/** `fetch` that reports progress: only `XMLHttpRequest` does. */
function xhrFetch(onProgress: (part: number) => void): typeof fetch {
  return (url, init = {}) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      const { signal } = init;
      const stop = () => (xhr.abort(), reject(signal?.reason));
      xhr.open(init.method ?? 'GET', String(url));
      xhr.withCredentials = init.credentials === 'include';
      for (const [name, value] of Object.entries(init.headers ?? {})) xhr.setRequestHeader(name, String(value));
      xhr.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0));
      xhr.addEventListener('load', () => resolve(new Response(xhr.status === 204 ? null : xhr.responseText, { status: xhr.status })));
      xhr.addEventListener('error', () => reject(new TypeError('The upload failed')));
      xhr.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
      signal?.addEventListener('abort', stop);
      if (signal?.aborted) return stop();
      xhr.send(init.body as FormData);
    });
}
