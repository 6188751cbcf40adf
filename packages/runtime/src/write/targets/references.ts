import type { Content } from '../../content/content.js';
import type { Executor } from '../../database/database.js';
import { ValidationError } from '../../errors/index.js';
import { fileModel } from '../../model/file-model.js';
import type { AnyComponent, AnyModel } from '../../model/model.js';
import type { Input } from '../input/input.js';
import { run } from '../../sql/loader.js';
import { type Problem, label, problemsError } from '../input/problems.js';
import type { Reference } from '../input/relation-input.js';
import { storageOf } from '../../model/storage.js';

/** What a body does with a document it names. */
export type Use = 'connect' | 'disconnect' | 'anchor';

export interface Wanted {
  readonly model: AnyModel;
  readonly reference: Reference;
  readonly use: Use;
  /** The other side keeps an order that this write changes. */
  readonly lock: boolean;
}

/** Everything a body names, and what it turned out to be. */
export interface References {
  readonly documents: readonly Wanted[];
  /** Rows that it names to connect them, and that do not exist. */
  readonly missing: Problem | undefined;
  /** `undefined` for a row that does not exist. */
  documentOf(reference: Reference): string | undefined;
  fileOf(reference: Reference): number | undefined;
}

/** Finds what a body names by row id, and its files. What it names by `documentId` is looked up when it is locked. */
export async function resolveReferences(
  executor: Executor,
  content: Content,
  model: AnyModel,
  input: Input,
): Promise<References> {
  const documents: Wanted[] = [];
  const files: Reference[] = [];
  const uids = new Set<string>();
  collect(content, model, input, documents, files, uids);

  const rows = await findRows(executor, documents, files);
  for (const { documentId } of files) {
    if (documentId !== undefined && !rows.files.has(documentId)) throw documentMissing(documentId, null);
  }
  const models = new Map(documents.map(({ reference, model }) => [reference, model]));
  return {
    documents,
    missing: missingRows(documents, files, rows, uids),
    documentOf: (reference) =>
      reference.documentId ?? rows.documents.get(`${models.get(reference)?.name} ${reference.row}`),
    fileOf: (reference) => rows.files.get(reference.documentId ?? String(reference.row)),
  };
}

function collect(
  content: Content,
  holder: AnyModel | AnyComponent,
  input: Input,
  documents: Wanted[],
  files: Reference[],
  /** Of the types that are named, in the order of the definition. */
  uids: Set<string>,
): void {
  for (const [name, attribute] of Object.entries(holder.attributes)) {
    const value = input.get(name);
    if (value?.kind === 'media' && value.files.length > 0) {
      uids.add(fileModel.uid);
      for (const file of value.files) files.push(file);
    }
    if (value?.kind === 'entries') {
      for (const entry of value.entries) collect(content, entry.component, entry.input, documents, files, uids);
    }
    if (value?.kind !== 'relation') continue;
    const fixed = attribute.kind === 'relation' || attribute.kind === 'morphInverse' ? attribute.target() : undefined;
    const lock = holder.kind === 'contentType' && isTwoWay(holder, name);
    const add = (reference: Reference, use: Use) => {
      const model = fixed ? only(fixed, name, reference) : typeOf(content, name, reference);
      uids.add(model.uid);
      documents.push({ model, reference, use, lock });
    };
    const { relation } = value;
    if (relation.kind === 'set') relation.entries.forEach((entry) => add(entry, 'connect'));
    else {
      relation.disconnect.forEach((entry) => add(entry, 'disconnect'));
      for (const { entry, place } of relation.connect) {
        add(entry, 'connect');
        if (typeof place !== 'string') add('before' in place ? place.before : place.after, 'anchor');
      }
    }
  }
}

function isTwoWay(model: AnyModel, name: string): boolean {
  const relation = storageOf(model).relations.get(name);
  return relation?.at === 'inverse' || relation?.twoWay === true;
}

/** Nobody has to say which type a relation leads to, but what is said has to be right. */
function only(model: AnyModel, name: string, { type }: Reference): AnyModel {
  if (type === undefined || type === model.uid) return model;
  const path = [name, '__type'];
  throw problemsError([{ path, message: `${label(path)} must be ${model.uid}`, value: type }]);
}

function typeOf(content: Content, name: string, { type }: Reference): AnyModel {
  const model = type === undefined ? undefined : content.modelsByUid.get(type);
  if (model !== undefined) return model;
  const path = [name, '__type'];
  const message =
    type === undefined
      ? `${label(path)} is a required field`
      : `${label(path)} is not the name of a content type: ${type}`;
  throw problemsError([type === undefined ? { path, message } : { path, message, value: type }]);
}

interface Rows {
  readonly documents: ReadonlyMap<string, string>;
  /** By row id and by document id. */
  readonly files: ReadonlyMap<string, number>;
}

async function findRows(executor: Executor, documents: readonly Wanted[], files: readonly Reference[]): Promise<Rows> {
  const wanted = new Map<AnyModel, Set<number>>();
  for (const { model, reference } of documents) {
    const { row } = reference;
    if (row === undefined) continue;
    wanted.set(model, (wanted.get(model) ?? new Set()).add(row));
  }
  const found = { documents: new Map<string, string>(), files: new Map<string, number>() };
  if (wanted.size === 0 && files.length === 0) return found;

  const rows = await run<{ type: string; id: number; document_id: string }>(executor, (param) => {
    const parts = [...wanted].map(
      ([model, ids]) =>
        `select ${param(model.name, 'text')} as type, id, document_id from ${storageOf(model).table} where id = any(${param([...ids], 'integer[]')})`,
    );
    if (files.length > 0) {
      const ids = files.flatMap(({ row }) => row ?? []);
      const names = files.flatMap(({ documentId }) => documentId ?? []);
      parts.push(
        `select '' as type, id, document_id from cg_files where id = any(${param(ids, 'integer[]')}) or document_id = any(${param(names, 'text[]')})`,
      );
    }
    return parts.join(' union all ');
  });
  for (const { type, id, document_id } of rows) {
    if (type === '') found.files.set(String(id), id).set(document_id, id);
    else found.documents.set(`${type} ${id}`, document_id);
  }
  return found;
}

/** Of the first type that lacks some: clients are told of one type at a time. */
function missingRows(
  documents: readonly Wanted[],
  files: readonly Reference[],
  rows: Rows,
  uids: ReadonlySet<string>,
): Problem | undefined {
  const missing = new Map([...uids].map((uid) => [uid, new Set<number>()]));
  for (const { row } of files) {
    if (row !== undefined && !rows.files.has(String(row))) missing.get(fileModel.uid)!.add(row);
  }
  for (const { model, reference, use } of documents) {
    const { row } = reference;
    if (use !== 'connect' || row === undefined || rows.documents.has(`${model.name} ${row}`)) continue;
    missing.get(model.uid)!.add(row);
  }
  for (const [uid, { size }] of missing) {
    if (size === 0) continue;
    return { path: [], message: `${size} relation(s) of type ${uid} associated with this entity do not exist` };
  }
  return undefined;
}

export function documentMissing(documentId: string, locale: string | null): ValidationError {
  return new ValidationError(`Document with id "${documentId}", locale "${locale ?? 'null'}" not found`);
}
