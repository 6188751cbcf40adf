import type { Executor } from '../../database/index.js';
import {
  type AnyComponent,
  type AnyModel,
  type Attribute,
  type MediaClass,
  type RelationStorage,
  type Values,
  componentOf,
  entriesIn,
  mediaClassOf,
  storageOf,
} from '../../model/index.js';
import { run } from '../../sql/index.js';
import type { InputValues } from '../input/input.js';
import { type ValuePath, type Problem, inOrder, label, missingProblem, problemsError } from '../input/problems.js';
import { isShown } from '../input/rules.js';
import type { Changes } from '../relations/relation-change.js';
import type { WriteTarget } from '../targets/target.js';
import { isRelation, publishProblems } from './publishable.js';

interface CheckedValues {
  readonly model: AnyModel;
  /** The whole input of the write. */
  readonly input: InputValues;
  /** All relations have their final value. */
  readonly isLast: boolean;
  /** An existing document gets its first version in this locale, for which no value was checked yet. */
  readonly isFirst: boolean;
  readonly values: Values;
  /** Problems of values that other documents have. */
  readonly taken: readonly Problem[];
}

/**
 * The problems that keep a version from being published: its values, its files, and values that other documents have.
 */
export async function valueProblems(
  executor: Executor,
  { model, input, isLast, isFirst, values, taken }: CheckedValues,
): Promise<Problem[]> {
  const names = Object.keys(model.attributes);
  // Without drafts, the input was checked when it was read, and all other values when they were written.
  const checked = model.draftAndPublish
    ? values
    : Object.fromEntries(names.flatMap((name) => (input.has(name) ? [[name, values[name]]] : [])));
  const own = model.draftAndPublish
    ? publishProblems(model, await withoutDangling(executor, model, values))
    : missingValues(isFirst ? model : undefined, input, values);
  const columns = [...storageOf(model).relations.values()].flatMap((relation) => {
    // A shared relation of a first version is copied later from the other locales.
    const isNew = isFirst && relation.at === 'column' && !relation.shared;
    const sent = model.draftAndPublish || input.has(relation.name) || isNew;
    const looked = relation.at === 'column' && sent && isRequired(model, relation, values);
    return isLast && looked && (values[relation.name] ?? null) === null ? [missingProblem([relation.name], null)] : [];
  });
  const media = await mediaProblems(executor, model, checked);
  return inOrder(names, [...own, ...columns, ...media, ...taken]);
}

/** Required attributes that neither the input nor another locale gives a value, as Strapi names them in a create. */
function missingValues(model: AnyModel | undefined, input: InputValues, values: Values): readonly Problem[] {
  return Object.entries(model?.attributes ?? {}).flatMap(([name, attribute]) => {
    const isChecked = attribute.required === true && !input.has(name) && !isRelation(attribute);
    if (!isChecked || !isShown(attribute, values)) return [];
    const value = values[name] ?? null;
    return value === null || (Array.isArray(value) && value.length === 0) ? [missingProblem([name])] : [];
  });
}

/**
 * Required lists have at least one entry. This check runs last, because only then all lists have their final entries.
 */
export async function checkRequiredLists(
  executor: Executor,
  { model, documentId }: WriteTarget,
  changes: Changes,
  row: number,
  values: Values,
  { isFirst }: Pick<CheckedValues, 'isFirst'>,
): Promise<void> {
  const lists = [...storageOf(model).relations.values()].filter(
    (relation) =>
      relation.at !== 'column' &&
      (model.draftAndPublish || isFirst || changes.has(relation.name)) &&
      isRequired(model, relation, values),
  );
  if (lists.length === 0) return;
  const [found] = await run<Record<string, boolean>>(executor, (param) => {
    // PostgreSQL refuses a parameter that the statement does not use.
    const own = { row: () => param(row, 'bigint'), id: () => param(documentId, 'text') };
    return `select ${lists.map((relation, index) => `exists (${anyEntry(relation, own)}) as "${index}"`).join(', ')}`;
  });
  const problems = lists.flatMap(({ name }, index) => (found?.[index] === true ? [] : [missingProblem([name], null)]));
  if (problems.length > 0) throw problemsError(problems);
}

function isRequired(model: AnyModel, { name, required }: RelationStorage, values: Values): boolean {
  const attribute = model.attributes[name];
  return required && attribute !== undefined && isShown(attribute, values);
}

interface Own {
  readonly row: () => string;
  readonly id: () => string;
}

function anyEntry(relation: RelationStorage, { row, id }: Own): string {
  if (relation.at === 'link') return `select 1 from ${relation.table} where source_id = ${row()}`;
  if (relation.at === 'column') return `select 1 where ${relation.column} is not null`;
  const { of, target } = relation;
  return of.at === 'link'
    ? `select 1 from ${of.table} where target_id = ${id()}`
    : `select 1 from ${storageOf(target).table} where ${of.column} = ${id()}`;
}

interface Limited {
  readonly path: ValuePath;
  readonly file: number;
  readonly allowed: readonly MediaClass[];
}

/** Problems of files whose class their attribute does not allow. */
async function mediaProblems(executor: Executor, model: AnyModel, values: Values): Promise<Problem[]> {
  const limited = collect(model, values, []);
  if (limited.length === 0) return [];
  const rows = await run<{ id: number; mime: string }>(
    executor,
    (param) =>
      `select id, mime from cg_files where id = any(${param([...new Set(limited.map(({ file }) => file))], 'bigint[]')})`,
  );
  const mimes = new Map(rows.map(({ id, mime }) => [id, mime]));
  return limited.flatMap(({ path, file, allowed }) => {
    const mime = mimes.get(file);
    if (mime === undefined || allowed.includes(mediaClassOf(mime))) return [];
    return [{ path, message: `${label(path)} must be one of the following types: ${allowed.join(', ')}`, value: file }];
  });
}

function collect(holder: AnyModel | AnyComponent, values: Values, path: ValuePath): Limited[] {
  return Object.entries(holder.attributes).flatMap(([name, attribute]): Limited[] => {
    const value = isShown(attribute, values) ? (values[name] ?? null) : null;
    if (attribute.kind === 'media') {
      const { allowedTypes: allowed } = attribute;
      if (allowed === undefined || allowed.length === CLASSES) return [];
      const files = (Array.isArray(value) ? value : [value]).filter((file) => typeof file === 'number');
      return files.map((file) => ({ path: [...path, name], file, allowed }));
    }
    return entriesIn(value).flatMap((entry, index) => {
      const component = componentOf(attribute, entry);
      const at = Array.isArray(value) ? [...path, name, index] : [...path, name];
      return component === undefined ? [] : collect(component, entry, at);
    });
  });
}

/** An attribute that allows every class needs no check. */
const CLASSES = 4;

type Id = string | number;

/**
 * Leaves ids of deleted documents and files out of required values. Entries and lists of files keep such ids in JSON
 * and arrays, where no foreign key clears them; reads do not show them, so they must not count as values.
 */
async function withoutDangling(executor: Executor, model: AnyModel, values: Values): Promise<Values> {
  const named = new Set<Id>();
  replaceRequired(model, values, (ids) => (ids.forEach((id) => named.add(id)), ids));
  if (named.size === 0) return values;
  const rows = await run<{ id: string }>(executor, (param) => {
    const documents = [...named].filter((id) => typeof id === 'string');
    const files = [...named].filter((id) => typeof id === 'number');
    return `select id from cg_documents where id = any(${param(documents, 'text[]')}) union all select id::text from cg_files where id = any(${param(files, 'bigint[]')})`;
  });
  const existing = new Set(rows.map(({ id }) => id));
  return replaceRequired(model, values, (ids) => ids.filter((id) => existing.has(String(id))));
}

function replaceRequired(
  holder: AnyModel | AnyComponent,
  values: Values,
  replace: (ids: readonly Id[]) => readonly Id[],
): Values {
  const replaced = Object.entries(holder.attributes).flatMap(([name, attribute]): [string, unknown][] => {
    const value = values[name] ?? null;
    const list: readonly unknown[] = Array.isArray(value) ? value : value === null ? [] : [value];
    const back = (items: readonly unknown[]) => (Array.isArray(value) ? items : (items[0] ?? null));
    if (attribute.kind === 'component' || attribute.kind === 'dynamicZone') {
      return [[name, back(entriesIn(value).map((entry) => replaceInEntry(attribute, entry, replace)))]];
    }
    return holdsRequiredIds(holder, attribute) ? [[name, back(replace(list.filter(isId)))]] : [];
  });
  return { ...values, ...Object.fromEntries(replaced) };
}

function replaceInEntry(attribute: Attribute, entry: Values, replace: (ids: readonly Id[]) => readonly Id[]): Values {
  const component = componentOf(attribute, entry);
  return component === undefined ? entry : replaceRequired(component, entry, replace);
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number';
}

/** Whether a required attribute is stored as ids. Relations of rows are stored as links instead. */
function holdsRequiredIds(holder: AnyModel | AnyComponent, attribute: Attribute): boolean {
  if (attribute.required !== true || attribute.kind === 'scalar') return false;
  return attribute.kind === 'media' || holder.kind === 'component';
}
