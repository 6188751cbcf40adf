import { messageOf } from '../../data/failure.js';
import type { Publication } from './documents.js';

/** A document of a list that actions are for. */
export interface Chosen {
  readonly id: string;
  readonly label: string;
  /** As the list showed it; `undefined` for types without drafts, and while the list does not know it. */
  readonly publication: Publication | undefined;
}

export interface BulkResult {
  readonly done: readonly Chosen[];
  readonly failed: readonly { readonly document: Chosen; readonly reason: string }[];
  /** Not tried, because the work was stopped. */
  readonly left: readonly Chosen[];
}

export type BulkAction = 'publish' | 'unpublish' | 'delete';

/** Few requests at once, so that other users of the server do not wait. */
const AT_ONCE = 4;

/** Sends one request for each document. A refusal of one does not keep the others from being tried. */
export async function runAll(
  documents: readonly Chosen[],
  send: (document: Chosen) => Promise<unknown>,
  { onProgress, signal }: { readonly onProgress: (tried: number) => void; readonly signal: AbortSignal },
): Promise<BulkResult> {
  const done = new Set<Chosen>();
  const reasons = new Map<Chosen, string>();
  const waiting = documents.values();
  const work = async () => {
    while (!signal.aborted) {
      const { value: document } = waiting.next();
      if (document === undefined) return;
      try {
        await send(document);
        done.add(document);
      } catch (error) {
        reasons.set(document, messageOf(error));
      }
      onProgress(done.size + reasons.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    done: documents.filter((each) => done.has(each)),
    failed: documents.flatMap((document) => {
      const reason = reasons.get(document);
      return reason === undefined ? [] : [{ document, reason }];
    }),
    left: documents.filter((each) => !done.has(each) && !reasons.has(each)),
  };
}

/**
 * The action that takes an action back; `undefined` if no action does. Documents that were published before would lose
 * that version, and a draft with changes would become the published version.
 */
export function undoOf(action: BulkAction, documents: readonly Chosen[]): BulkAction | undefined {
  const were = (publication: Publication) =>
    documents.length > 0 && documents.every((each) => each.publication === publication);
  if (action === 'publish' && were('draft')) return 'unpublish';
  return action === 'unpublish' && were('published') ? 'publish' : undefined;
}
