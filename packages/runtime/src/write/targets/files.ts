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
import type { InputValues } from '../input/input.js';
import type { Reference } from '../input/relation-input.js';

export interface AttachableFile {
  readonly id: number;
  readonly uploader: string | null;
}

/** What decides which files a caller may attach. */
export interface Attaching {
  readonly model: AnyModel;
  /** Absent for a new document. */
  readonly documentId?: string;
  readonly files?: FileLimits;
  readonly namedFiles?: () => ReadonlySet<string> | undefined;
}

/**
 * The stored files that an input names and the caller may attach, by `fileKey`. Other files are as missing as files
 * that do not exist.
 */
export async function attachableFiles(
  executor: Executor,
  { model, documentId, files: reach, namedFiles }: Attaching,
  references: readonly Reference[],
  stored: ReadonlyMap<string, AttachableFile>,
): Promise<ReadonlyMap<string, AttachableFile>> {
  if (reach === undefined || stored.size === 0) return stored;
  const named = namedFiles?.();
  const isHidden = (reference: Reference) => {
    const file = stored.get(fileKey(reference));
    if (file === undefined || named?.has(fileKey(reference)) === false) return false;
    return !reach.mayAttach({ uploader: file.uploader, row: reference.documentId === undefined ? file.id : undefined });
  };
  const hidden = new Set(references.filter(isHidden).map(fileKey));
  if (hidden.size === 0) return stored;
  const held = documentId === undefined ? undefined : await heldFiles(executor, model, documentId, reach);
  return new Map([...stored].filter(([key, { id }]) => !hidden.has(key) || held?.has(id) === true));
}

export function fileKey({ documentId, row }: Reference): string {
  return documentId ?? String(row);
}

/** The files that an input names, by `fileKey`. */
export function filesNamedIn(input: InputValues): ReadonlySet<string> {
  const named = new Set<string>();
  for (const value of input.values()) {
    if (value.kind === 'media') for (const file of [...value.files, ...(value.removed ?? [])]) named.add(fileKey(file));
    if (value.kind !== 'entries') continue;
    for (const entry of value.entries) for (const key of filesNamedIn(entry.input)) named.add(key);
  }
  return named;
}

/** The limits of a caller who may not see all files; see `access/files.ts`. */
interface FileLimits {
  readonly mayAttach: (file: { readonly uploader: string | null; readonly row: number | undefined }) => boolean;
  readonly maySeeIn: (attribute: string) => boolean;
  readonly mayChange: (executor: Executor, documentId: string) => Promise<boolean>;
}

/**
 * The files that a document shows to a caller, in any version. A body may name these files again, because clients send
 * whole documents back.
 */
async function heldFiles(
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
