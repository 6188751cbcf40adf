/** A problem of one value in a body, as the API reports it. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A request without a good answer. */
export class Failure extends Error {
  constructor(
    /** `offline`: the server could not be reached. */
    readonly kind: 'offline' | 'refused',
    message: string,
    /** 0 without an answer. */
    readonly status = 0,
    readonly problems: readonly Problem[] = [],
  ) {
    super(message);
    this.name = 'Failure';
  }
}

interface ErrorBody {
  readonly error?: { readonly message?: unknown; readonly details?: { readonly errors?: readonly Problem[] } };
}

export function failureOf(status: number, body: unknown): Failure {
  // The API documents the body of its errors; a proxy may send anything else.
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody;
  const problems = Array.isArray(error?.details?.errors) ? error.details.errors : [];
  const message = typeof error?.message === 'string' ? error.message : withoutWords(status);
  return new Failure('refused', message, status, problems);
}

/** The message for an answer that has only a status, such as an answer of a proxy. */
function withoutWords(status: number): string {
  if (status === 413) return 'It is larger than the server, or a proxy before it, accepts.';
  if (status >= 502 && status <= 504) return `The server cannot answer at the moment (status ${status}).`;
  return `The server answered with status ${status}.`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
