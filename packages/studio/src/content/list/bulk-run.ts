import type { DescribedType } from '../../data/description.js';
import { messageOf } from '../../failure.js';
import type { Publication } from './documents.js';

/** A document of a list that actions are for. */
export interface Chosen {
  readonly id: string;
  readonly label: string;
  /** `undefined` for types without drafts, and while the state is not known. */
  readonly publication: Publication | undefined;
}

export interface BulkResult {
  readonly done: readonly Chosen[];
  readonly failed: readonly { readonly document: Chosen; readonly reason: string }[];
  /** Not tried, because the work was stopped. */
  readonly left: readonly Chosen[];
}

export type BulkAction = 'publish' | 'unpublish' | 'delete';

/** What the caller may do with chosen documents. */
export function bulkActions({ draftAndPublish, actions }: DescribedType): readonly BulkAction[] {
  return [
    ...(draftAndPublish && actions.includes('publish') ? (['publish', 'unpublish'] as const) : []),
    ...(actions.includes('delete') ? (['delete'] as const) : []),
  ];
}

/** Changes some documents at once. Returns the reason of each refusal, and throws where no document was changed. */
export type Send = (documents: readonly Chosen[]) => Promise<ReadonlyMap<Chosen, string>>;

export interface Run {
  readonly send: Send;
  /** How many documents a request has. */
  readonly size: number;
  /** How many requests run at once: few, so that other users of the server do not wait. */
  readonly atOnce: number;
  readonly onProgress: (tried: number) => void;
  /** Ends the work after the requests that are under way, because their outcome would be unknown otherwise. */
  readonly signal: AbortSignal;
}

/** Sends the documents in parts. A refused document does not stop the others. */
export async function runAll(documents: readonly Chosen[], run: Run): Promise<BulkResult> {
  const done = new Set<Chosen>();
  const reasons = new Map<Chosen, string>();
  const waiting = partsOf(documents, run.size).values();
  const work = async () => {
    while (!run.signal.aborted) {
      const { value: part } = waiting.next();
      if (part === undefined) return;
      const refused = await run.send(part).catch((error: unknown) => refusalOf(part, error));
      for (const document of part) {
        const reason = refused.get(document);
        if (reason === undefined) done.add(document);
        else reasons.set(document, reason);
      }
      run.onProgress(done.size + reasons.size);
    }
  };
  await Promise.all(Array.from({ length: run.atOnce }, work));
  return {
    done: documents.filter((each) => done.has(each)),
    failed: documents.flatMap((document) => {
      const reason = reasons.get(document);
      return reason === undefined ? [] : [{ document, reason }];
    }),
    left: documents.filter((each) => !done.has(each) && !reasons.has(each)),
  };
}

function partsOf(documents: readonly Chosen[], size: number): readonly (readonly Chosen[])[] {
  const count = Math.ceil(documents.length / size);
  return Array.from({ length: count }, (_, index) => documents.slice(index * size, (index + 1) * size));
}

function refusalOf(documents: readonly Chosen[], error: unknown): ReadonlyMap<Chosen, string> {
  return new Map(documents.map((document) => [document, messageOf(error)]));
}

/**
 * The action that takes an action back; `undefined` if no action does. Documents that were published before would lose
 * their former version if a publish were undone, and a draft with changes would replace the published version if an
 * unpublish were undone.
 */
export function undoOf(action: BulkAction, documents: readonly Chosen[]): BulkAction | undefined {
  const were = (publication: Publication) =>
    documents.length > 0 && documents.every((each) => each.publication === publication);
  if (action === 'publish' && were('draft')) return 'unpublish';
  return action === 'unpublish' && were('published') ? 'publish' : undefined;
}
