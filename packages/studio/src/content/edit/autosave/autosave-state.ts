import { Failure, messageOf } from '../../../failure.js';
import type { FormValues } from '../../form/value.js';
import { meet, meetingOf } from '../meeting.js';
import type { Writing } from '../writing.js';

export type AutosaveState =
  | { readonly kind: 'off' | 'idle' | 'saving' }
  | { readonly kind: 'saved'; readonly at: number }
  /** The server cannot take the changes at the moment: the form tries again at the time `next`. */
  | { readonly kind: 'waiting'; readonly reason: string; readonly tries: number; readonly next: number }
  /** The server takes these values at no time. */
  | { readonly kind: 'refused'; readonly reason: string; readonly values: FormValues }
  /** Another person saved the same fields, or deleted the document, since it was like `base`: a person decides. */
  | { readonly kind: 'met'; readonly what: 'changed' | 'deleted'; readonly base: FormValues };

/** The state after a failed save; `idle` if the changes of another person are in the form now, beside its own. */
export async function stateAfter(
  error: unknown,
  now: () => Writing,
  onMerged: (changed: readonly string[]) => void,
  tries: number,
): Promise<AutosaveState> {
  if (error instanceof Failure && isPassing(error)) return waiting(error.message, tries);
  const met = await meetingOf(now(), error).catch((failure: unknown) => new Error(messageOf(failure)));
  if (met instanceof Error) return waiting(met.message, tries);
  const { form } = now();
  if (met === undefined) return { kind: 'refused', reason: messageOf(error), values: form.values };
  if (!('document' in met)) return { kind: 'met', what: 'deleted', base: form.base };
  const { theirs, base, conflicts, changed } = meet(form, met);
  if (conflicts.length > 0) return { kind: 'met', what: 'changed', base: form.base };
  form.saved({ base: theirs.values, etag: theirs.etag, sent: base, byItself: true });
  onMerged(changed);
  return { kind: 'idle' };
}

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

function waiting(reason: string, tries: number): AutosaveState {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS);
  return { kind: 'waiting', reason, tries: tries + 1, next: Date.now() + wait };
}

/** A later request may succeed: after a new sign-in, behind a page of a proxy, or when the server is less busy. */
function isPassing({ kind, status }: Failure): boolean {
  return kind === 'offline' || status >= 500 || [0, 401, 408, 429].includes(status);
}
