import type { Executor } from '../../database/index.js';
import { NotFoundError } from '../../errors/index.js';
import type { Guard } from './stages.js';
import type { AnyModel } from '../../model/index.js';
import { lockDocuments } from '../targets/lock.js';
import { versionsIn } from '../versions/version.js';
import type { IdSql, Target, Version } from '../targets/target.js';

export interface LockedVersions {
  readonly draft: Version;
  readonly published: Version | undefined;
}

/** Queries for the ids of other documents that the action changes, too. */
export type Others = (model: AnyModel, id: IdSql) => readonly string[];

/** Locks a document for an action on its versions in one locale; the draft must exist. */
export async function lockVersions(
  executor: Executor,
  target: Target,
  guard: Guard,
  others: Others = () => [],
): Promise<LockedVersions> {
  const { model, documentId, locale } = target;
  const locked = await lockDocuments(executor, [documentId], (param) => others(model, () => param(documentId, 'text')));
  if (locked.get(documentId) !== model.name) throw new NotFoundError();
  const versions = await versionsIn(executor, model, documentId, locale);
  await guard(executor, versions);
  const draft = versions.find(({ status }) => status === 'draft');
  if (draft === undefined) throw new NotFoundError();
  return { draft, published: versions.find(({ status }) => status === 'published') };
}
