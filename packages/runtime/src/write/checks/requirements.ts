import type { Executor } from '../../database/database.js';
import type { ListChange } from '../../order/operations.js';
import { publishProblems } from './publishable.js';
import { withoutGone } from '../targets/dangling.js';
import type { Input } from '../input/input.js';
import { run } from '../../sql/loader.js';
import { mediaProblems } from './media-check.js';
import { type Problem, inOrder, missingProblem, problemsError } from '../input/problems.js';
import { type RelationStorage, storageOf } from '../../model/storage.js';
import type { Target } from '../versions/version.js';

type Values = Readonly<Record<string, unknown>>;

/** What keeps a version from being published: its values, its files, and values that others have. */
export async function valueProblems(
  executor: Executor,
  { model }: Target,
  { sent, isLast }: { readonly sent: Input; readonly isLast: boolean },
  all: Values,
  taken: readonly Problem[],
): Promise<Problem[]> {
  const names = Object.keys(model.attributes);
  // Without drafts, what was sent has been checked on its way in, and the rest when it was sent.
  const checked = model.draftAndPublish
    ? all
    : Object.fromEntries(names.flatMap((name) => (sent.has(name) ? [[name, all[name]]] : [])));
  const own = model.draftAndPublish ? publishProblems(model, await withoutGone(executor, model, all)) : [];
  const columns = [...storageOf(model).relations.values()].flatMap((relation) => {
    const looked = relation.at === 'column' && relation.required && (model.draftAndPublish || sent.has(relation.name));
    return isLast && looked && (all[relation.name] ?? null) === null ? [missingProblem([relation.name], null)] : [];
  });
  const problems = [...own, ...columns, ...(await mediaProblems(executor, model, checked)), ...taken];
  return inOrder(names, problems);
}

/** Required lists have at least one entry. Looked at last, when they are what they will be. */
export async function checkRequiredRelations(
  executor: Executor,
  target: Target,
  changes: ReadonlyMap<string, ListChange>,
  row: number,
): Promise<void> {
  const { model } = target;
  const lists = [...storageOf(model).relations.values()].filter(
    (relation) =>
      relation.required && relation.at !== 'column' && (model.draftAndPublish || changes.has(relation.name)),
  );
  if (lists.length === 0) return;
  const [found] = await run<Record<string, boolean>>(
    executor,
    (param) =>
      `select ${lists.map((relation, index) => `exists (${anyEntry(relation, param(row, 'integer'), param(target.documentId, 'text'))}) as "${index}"`).join(', ')}`,
  );
  const problems = lists.flatMap(({ name }, index) => (found?.[index] === true ? [] : [missingProblem([name], null)]));
  if (problems.length > 0) throw problemsError(problems);
}

function anyEntry(relation: RelationStorage, row: string, id: string): string {
  if (relation.at === 'link') return `select 1 from ${relation.table} where source_id = ${row}`;
  if (relation.at === 'column') return `select 1 where ${relation.column} is not null`;
  const { of, target } = relation;
  return of.at === 'link'
    ? `select 1 from ${of.table} where target_id = ${id}`
    : `select 1 from ${storageOf(target).table} where ${of.column} = ${id}`;
}
