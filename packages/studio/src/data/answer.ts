import { Failure } from '../failure.js';

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * Whether a successful answer comes from the API. A proxy may answer with a page or a status of its own, for example to
 * let people sign in: such a request has changed nothing, whatever its status says.
 */
export function isOfApi(method: string, status: number, body: unknown): boolean {
  if (status === 204) return method === 'DELETE';
  if (method === 'GET') return body !== undefined;
  // A write is answered with a document, with the result of a bulk request, or with the record of a file.
  return typeof body === 'object' && body !== null && ['data', 'meta', 'id'].some((key) => key in body);
}

export function foreignAnswer(): Failure {
  const text = 'The answer does not come from the API. A proxy or a page to sign in may stand before it.';
  return new Failure('refused', text);
}
