import type { Executor } from '../../database/index.js';
import {
  type AnyComponent,
  type AnyModel,
  type Attribute,
  type Values,
  componentOf,
  entriesIn,
  storageOf,
} from '../../model/index.js';
import { run } from '../../sql/index.js';

/** The limits of a caller who may not see all files; see `access/files.ts`. */
export interface FileLimits {
  readonly mayAttach: (file: { readonly uploader: string | null; readonly row: number | undefined }) => boolean;
  readonly maySeeIn: (attribute: string) => boolean;
  readonly mayChange: (executor: Executor, documentId: string) => Promise<boolean>;
}

/**
 * The files that a document shows to a caller, in any version. A body may name them again, because clients send whole
 * documents back.
 */
export async function heldFiles(
  executor: Executor,
  model: AnyModel,
  documentId: string,
  { maySeeIn, mayChange }: FileLimits,
): Promise<ReadonlySet<number>> {
  if (!(await mayChange(executor, documentId))) return new Set();
  const { table, columns } = storageOf(model);
  const list = columns.map(({ name, column }) => `t.${column} as "${name}"`).join(', ');
  const rows = await run<{ values: string }>(
    executor,
    (param) =>
      `select (select row_to_json(v) from (select ${list}) v) as values from ${table} t where t.document_id = ${param(documentId, 'text')}`,
  );
  const seen = (attribute: Attribute, name: string) => isShown(attribute) && maySeeIn(name);
  // The driver gives JSON as text, and a row is an object.
  return new Set(rows.flatMap(({ values }) => filesIn(model, JSON.parse(values), seen)));
}

function filesIn(
  holder: AnyModel | AnyComponent,
  values: Values,
  isSeen: (attribute: Attribute, name: string) => boolean,
): readonly number[] {
  return Object.entries(holder.attributes).flatMap(([name, attribute]) => {
    if (!isSeen(attribute, name)) return [];
    const value = values[name];
    if (attribute.kind === 'media') return [value].flat().filter((file) => typeof file === 'number');
    return entriesIn(value).flatMap((entry) => {
      const component = componentOf(attribute, entry);
      return component === undefined ? [] : filesIn(component, entry, isShown);
    });
  });
}

function isShown(attribute: Attribute): boolean {
  return attribute.private !== true && attribute.visible !== false;
}
