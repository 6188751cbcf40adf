import type { Content } from '../../content/index.js';
import type { Executor } from '../../database/index.js';
import { ValidationError } from '../../errors/index.js';
import { type AnyComponent, type AnyModel, fileModel, storageOf } from '../../model/index.js';
import { run } from '../../sql/index.js';
import type { InputValues } from '../input/input.js';
import { type Problem, label, problemsError } from '../input/problems.js';
import type { Reference, RelationInput } from '../input/relation-input.js';
import { type Attaching, type AttachableFile, attachableFiles, fileKey } from './files.js';
import type { Seen } from './existence.js';

/** How a body uses a document that the body names. */
export type ReferenceUse = 'connect' | 'disconnect' | 'anchor';

interface NamedDocument {
  readonly model: AnyModel;
  readonly reference: Reference;
  readonly use: ReferenceUse;
  /** The other side keeps an order that this write changes. */
  readonly lock: boolean;
}

/** The documents and files that a body names and the database has. */
export interface References {
  readonly documents: readonly NamedDocument[];
  /** A reference that cannot be right, whatever the database holds. */
  readonly refusal: ValidationError | undefined;
  /** Rows that the body connects and that do not exist. */
  readonly missing: Problem | undefined;
  /** `undefined` for a row that does not exist. */
  documentOf(reference: Reference): string | undefined;
  fileOf(reference: Reference): number | undefined;
}

/**
 * Finds the documents that a body names by row id, and the files of the body. A body without row ids and files needs no
 * statement. Documents named by `documentId` are looked up by the statement that locks them, or with the versions.
 */
export async function resolveReferences(
  executor: Executor,
  content: Content,
  model: AnyModel,
  input: InputValues,
  caller: Attaching & { readonly seen?: Seen },
): Promise<References> {
  const named: Named = { content, documents: [], files: [], removed: new Set(), uids: new Set(), refusal: undefined };
  collect(named, model, input);
  const found = await hideUnseen(executor, caller, named, await findRows(executor, named));
  const rows = { ...found, files: await attachableFiles(executor, caller, named.files, found.files) };
  const models = new Map(named.documents.map((one) => [one.reference, one.model]));
  return {
    documents: named.documents,
    refusal: named.refusal ?? missingFile(named, rows),
    missing: missingRows(named, rows),
    documentOf: (reference) =>
      reference.documentId ?? rows.documents.get(`${models.get(reference)?.name} ${reference.row}`),
    fileOf: (reference) => rows.files.get(fileKey(reference))?.id,
  };
}

/** The documents that an input names by `documentId` and whose lists the input changes. */
export function listedTargets(content: Content, model: AnyModel, input: InputValues): readonly string[] {
  const named: Named = { content, documents: [], files: [], removed: new Set(), uids: new Set(), refusal: undefined };
  collect(named, model, input);
  return named.documents.flatMap(({ lock, reference }) => (lock ? (reference.documentId ?? []) : []));
}

/** The references of a body while the references are collected. */
interface Named {
  readonly content: Content;
  readonly documents: NamedDocument[];
  readonly files: Reference[];
  /** The files among `files` that the write removes. */
  readonly removed: Set<Reference>;
  /** The types that are named, in the order of the definition. */
  readonly uids: Set<string>;
  /** The first reference that is wrong. */
  refusal: ValidationError | undefined;
}

function collect(named: Named, holder: AnyModel | AnyComponent, input: InputValues): void {
  for (const [name, attribute] of Object.entries(holder.attributes)) {
    const value = input.get(name);
    if (value?.kind === 'media') {
      // A row id of a file to remove needs no look-up, and may be gone.
      const removed = value.removed?.filter((file) => file.documentId !== undefined || file.asDocumentId) ?? [];
      if (value.files.length > 0) named.uids.add(fileModel.uid);
      // A spread would put each of perhaps 200,000 files on the stack.
      for (const file of value.files) named.files.push(file);
      for (const file of removed) {
        named.files.push(file);
        named.removed.add(file);
      }
    }
    if (value?.kind === 'entries') {
      for (const entry of value.entries) collect(named, entry.component, entry.input);
    }
    if (value?.kind !== 'relation') continue;
    const target = attribute.kind === 'relation' || attribute.kind === 'morphInverse' ? attribute.target() : undefined;
    const lock = holder.kind === 'contentType' && isTwoWay(holder, name);
    for (const { reference, use } of referencesIn(value.relation)) {
      const typed = target === undefined ? typeOf(named.content, name, reference) : only(target, name, reference);
      if (typed instanceof ValidationError) {
        named.refusal ??= typed;
        continue;
      }
      named.uids.add(typed.uid);
      named.documents.push({ model: typed, reference, use, lock });
    }
  }
}

function referencesIn(relation: RelationInput): readonly Pick<NamedDocument, 'reference' | 'use'>[] {
  if (relation.kind === 'set') return relation.entries.map((reference) => ({ reference, use: 'connect' }));
  const connected = relation.connect.flatMap(({ entry, place }): Pick<NamedDocument, 'reference' | 'use'>[] => {
    const connect = { reference: entry, use: 'connect' } as const;
    if (typeof place === 'string') return [connect];
    return [connect, { reference: 'before' in place ? place.before : place.after, use: 'anchor' }];
  });
  return [...relation.disconnect.map((reference) => ({ reference, use: 'disconnect' }) as const), ...connected];
}

function isTwoWay(model: AnyModel, name: string): boolean {
  const relation = storageOf(model).relations.get(name);
  return relation?.at === 'inverse' || relation?.twoWay === true;
}

/** The type of a plain relation is known; a body that names a type must name this type. */
function only(model: AnyModel, name: string, { type }: Reference): AnyModel | ValidationError {
  if (type === undefined || type === model.uid) return model;
  const path = [name, '__type'];
  return problemsError([{ path, message: `${label(path)} must be ${model.uid}`, value: type }]);
}

function typeOf(content: Content, name: string, { type }: Reference): AnyModel | ValidationError {
  const path = [name, '__type'];
  if (type === undefined) return problemsError([{ path, message: `${label(path)} is a required field` }]);
  const message = `${label(path)} is not the name of a content type: ${type}`;
  return content.modelsByUid.get(type) ?? problemsError([{ path, message, value: type }]);
}

interface Rows {
  /** By type and row id. */
  readonly documents: ReadonlyMap<string, string>;
  /** By row id and by document id. */
  readonly files: ReadonlyMap<string, AttachableFile>;
}

async function findRows(executor: Executor, { documents, files }: Named): Promise<Rows> {
  const wanted = new Map<AnyModel, Set<number>>();
  for (const { model, reference } of documents) {
    const { row } = reference;
    if (row === undefined) continue;
    wanted.set(model, (wanted.get(model) ?? new Set()).add(row));
  }
  const found = { documents: new Map<string, string>(), files: new Map<string, AttachableFile>() };
  if (wanted.size === 0 && files.length === 0) return found;

  const rows = await run<{ type: string; id: number; document_id: string; uploader: string | null }>(
    executor,
    (param) => {
      const parts = [...wanted].map(
        ([model, ids]) =>
          `select ${param(model.name, 'text')} as type, id, document_id, null as uploader from ${storageOf(model).table} where id = any(${param([...ids], 'bigint[]')})`,
      );
      if (files.length > 0) {
        const ids = files.flatMap(({ row }) => row ?? []);
        const names = files.flatMap(({ documentId }) => documentId ?? []);
        parts.push(
          `select '' as type, id, document_id, cg_uploaded_by as uploader from cg_files where id = any(${param(ids, 'bigint[]')}) or document_id = any(${param(names, 'text[]')})`,
        );
      }
      return parts.join(' union all ');
    },
  );
  for (const { type, id, document_id, uploader } of rows) {
    if (type === '') found.files.set(String(id), { id, uploader }).set(document_id, { id, uploader });
    else found.documents.set(`${type} ${id}`, document_id);
  }
  return found;
}

/** A row of a document that the caller cannot see is as missing as a row that does not exist. */
async function hideUnseen(
  executor: Executor,
  { seen, documentId }: { readonly seen?: Seen; readonly documentId?: string },
  { documents }: Named,
  rows: Rows,
): Promise<Rows> {
  if (seen === undefined || rows.documents.size === 0) return rows;
  const visible = new Map<string, string>();
  for (const model of new Set(documents.map((one) => one.model))) {
    const own = [...rows.documents].filter(([row]) => row.startsWith(`${model.name} `));
    if (own.length === 0) continue;
    const ids = await seen(executor, model, [...new Set(own.map(([, id]) => id))]);
    for (const [row, id] of own) if (ids.has(id) || id === documentId) visible.set(row, id);
  }
  return { ...rows, documents: visible };
}

function missingFile({ files, removed }: Named, rows: Rows): ValidationError | undefined {
  const isByDocument = (file: Reference) => file.documentId !== undefined || removed.has(file);
  const missing = files.find((file) => isByDocument(file) && !rows.files.has(fileKey(file)));
  return missing && documentMissing(fileKey(missing), null);
}

/** Counts the missing rows of the first type with missing rows, because Strapi reports one type at a time. */
function missingRows({ documents, files, removed, uids }: Named, rows: Rows): Problem | undefined {
  const missing = new Map<string, Set<number>>();
  const note = (uid: string, row: number) => missing.set(uid, (missing.get(uid) ?? new Set()).add(row));
  for (const file of files) {
    const { row } = file;
    if (row !== undefined && !removed.has(file) && !rows.files.has(String(row))) note(fileModel.uid, row);
  }
  for (const { model, reference, use } of documents) {
    const { row } = reference;
    if (use === 'connect' && row !== undefined && !rows.documents.has(`${model.name} ${row}`)) note(model.uid, row);
  }
  for (const uid of uids) {
    const size = missing.get(uid)?.size ?? 0;
    if (size === 0) continue;
    return { path: [], message: `${size} relation(s) of type ${uid} associated with this entity do not exist` };
  }
  return undefined;
}

export function documentMissing(documentId: string, locale: string | null): ValidationError {
  return new ValidationError(`Document with id "${documentId}", locale "${locale ?? 'null'}" not found`);
}
