import type { Status } from '../../shape/index.js';
import { type Executor, literal } from '../../database/index.js';
import { type AnyModel, type Values, storageOf } from '../../model/index.js';
import { run } from '../../sql/index.js';

/** Writes the SQL for the id of a document, as often as a query needs it: a parameter that no query needs is an error. */
export type IdSql = () => string;

/** The document and locale that a write changes. */
export interface WriteTarget {
  readonly model: AnyModel;
  readonly documentId: string;
  readonly locale: string;
  /** The write ends in a published version. */
  readonly publish: boolean;
  /**
   * Locales in which a version of another document is looked for, where that document has no version in this locale;
   * the default locale is the last.
   */
  readonly preferred: readonly string[];
}

/** A stored version: the draft or published state of a document in one locale. */
export interface Version {
  readonly id: number;
  readonly status: Status;
  readonly version: number;
  /** Relations that differ from the relations of the published version; see `relations/diverged.ts`. */
  readonly diverged: readonly string[];
  /** By name of the stored column: attributes, and ranks in lists of the other side. */
  readonly values: Values;
}

/** Whether the versions that a write leaves must hold all that publishing asks for. */
export function isFinal({ publish, model }: Pick<WriteTarget, 'publish' | 'model'>): boolean {
  return publish || !model.draftAndPublish;
}

/** The status of the version that a write changes; publishing copies that version. */
export function editStatus(model: AnyModel): Status {
  return model.draftAndPublish ? 'draft' : 'published';
}

/**
 * SQL from the version `t` of another locale that was written last. A first version takes the shared values of locales
 * from `t`.
 */
export function fromSibling(model: AnyModel, documentId: string, locale: string): string {
  return `from ${storageOf(model).table} t where t.document_id = ${documentId} and t.locale <> ${locale} and t.cg_status = ${literal(editStatus(model))} order by t.updated_at desc, t.id limit 1`;
}

/** The document of a single type; `undefined` before the first write. */
export async function singleDocument(executor: Executor, model: AnyModel): Promise<string | undefined> {
  const [row] = await run<{ id: string }>(
    executor,
    (param) => `select id from cg_documents where type = ${param(model.name, 'text')} and single`,
  );
  return row?.id;
}
