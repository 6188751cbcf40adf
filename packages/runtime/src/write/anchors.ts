import type { Content } from '../content.js';
import type { Executor } from '../database.js';
import { ValidationError } from '../errors.js';
import type { MissingAnchor } from '../order/operations.js';
import { run } from './loader.js';
import { storageOf } from './storage.js';

/** Says which entry could not be placed, by row ids as clients know it. */
export async function anchorError(
  executor: Executor,
  content: Content,
  { connect }: MissingAnchor,
): Promise<ValidationError> {
  const { place } = connect;
  const [key, anchor] = typeof place === 'string' ? ['at', place] : Object.entries(place)[0]!;
  const [entry, other] = [await rowOf(executor, content, connect.id), await rowOf(executor, content, anchor)];
  return new ValidationError(
    `There was a problem connecting relation with id ${entry} at position ${JSON.stringify({ [key]: other })}. The relation with id ${other} needs to be connected first.`,
  );
}

async function rowOf(executor: Executor, content: Content, id: string): Promise<number | string> {
  if (id.startsWith('#')) return Number(id.slice(1));
  const [document] = await run<{ type: string }>(
    executor,
    (param) => `select type from cg_documents where id = ${param(id, 'text')}`,
  );
  const model = document === undefined ? undefined : content.models.get(document.type);
  if (model === undefined) return id;
  const [row] = await run<{ id: number }>(
    executor,
    (param) => `select id from ${storageOf(model).table} where document_id = ${param(id, 'text')} order by id limit 1`,
  );
  return row?.id ?? id;
}
