/** The answer of one server to one request. */
export type Answer =
  | { readonly kind: 'json'; readonly status: number; readonly body: unknown }
  /** No body, as to HEAD. */
  | { readonly kind: 'empty'; readonly status: number }
  | { readonly kind: 'text'; readonly status: number; readonly type: string }
  | { readonly kind: 'redirect'; readonly status: number; readonly to: string }
  /** No answer: the connection failed or took too long. */
  | { readonly kind: 'none'; readonly reason: string };

/**
 * Why an answer of the old server says nothing about the content of that server. Undefined if the answer can be
 * compared.
 */
export function problemOfOld(answer: Answer): string | undefined {
  if (answer.kind === 'none') return answer.reason;
  if (answer.kind === 'redirect') return `redirects to ${answer.to}`;
  if (answer.status === 429) return 'answers 429: it limits the rate, choose a lower --rate';
  if (answer.status >= 500) return `answers ${answer.status}`;
  if (answer.kind === 'text' && /html/.test(answer.type)) return `answers ${answer.status} with HTML, not with JSON`;
  return undefined;
}

/** A new server that fails is a difference, so only answers that never came are a problem. */
export function problemOfNew(answer: Answer): string | undefined {
  if (answer.kind === 'none') return answer.reason;
  if (answer.kind !== 'redirect' && answer.status === 429)
    return 'answers 429: it limits the rate, choose a lower --rate';
  return undefined;
}
