import type { Executor } from '../../database/index.js';
import { type AnyModel, type RelationStorage, type Values, storageOf } from '../../model/index.js';
import { run } from '../../sql/index.js';
import type { Input } from '../input/input.js';
import { type Problem, inOrder, missingProblem, problemsError } from '../input/problems.js';
import type { Changes } from '../relations/relation-change.js';
import { withoutDangling } from '../targets/dangling.js';
import type { Target } from '../targets/target.js';
import { isShown } from '../input/rules.js';
import { mediaProblems } from './media-check.js';
import { isRelation, publishProblems } from './publishable.js';

interface CheckedValues {
  readonly model: AnyModel;
  /** The whole input of the write. */
  readonly input: Input;
  /** All relations have their final value. */
  readonly isLast: boolean;
  /** An existing document gets its first version in this locale, for which no value was checked yet. */
  readonly isFirst: boolean;
  readonly values: Values;
  /** Problems of values that other documents have. */
  readonly taken: readonly Problem[];
}

/** The problems that keep a version from being published: its values, its files, and values that others have. */
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
    // A shared relation of a first version is the one of the other locales, which is copied later.
    const isNew = isFirst && relation.at === 'column' && !relation.shared;
    const sent = model.draftAndPublish || input.has(relation.name) || isNew;
    const looked = relation.at === 'column' && sent && isRequired(model, relation, values);
    return isLast && looked && (values[relation.name] ?? null) === null ? [missingProblem([relation.name], null)] : [];
  });
  const media = await mediaProblems(executor, model, checked);
  return inOrder(names, [...own, ...columns, ...media, ...taken]);
}

/** Required attributes that neither the input nor another locale gives a value, as Strapi names them in a create. */
function missingValues(model: AnyModel | undefined, input: Input, values: Values): readonly Problem[] {
  return Object.entries(model?.attributes ?? {}).flatMap(([name, attribute]) => {
    const isChecked = attribute.required === true && !input.has(name) && !isRelation(attribute);
    if (!isChecked || !isShown(attribute, values)) return [];
    const value = values[name] ?? null;
    return value === null || (Array.isArray(value) && value.length === 0) ? [missingProblem([name])] : [];
  });
}

/** Required lists have at least one entry. This check runs last, because only then the lists are what they will be. */
export async function checkRequiredLists(
  executor: Executor,
  { model, documentId }: Target,
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
