import { fitting } from '../../model/names/names.js';
import { MigrationProblem } from '../problem.js';
import type { AttributeState, ModelState, SchemaState, State, TableState, TypeState } from '../state/state.js';
import { type ColumnPair, copyStatement, dropTrigger, triggerStatements } from './column-copy.js';
import { namesBefore } from './renames.js';
import { mentions, tableOf } from './schema-edit.js';
import { type Statement, id } from './statement.js';

/**
 * The wanted state, with the old columns of renamed attributes beside the new ones, so that the code of the last
 * release and the code of this release can run at the same time. The next migration drops the old columns.
 */
export function withOldNames(from: State, to: State): State {
  refuseOthers(from.model, to.model);
  const types = { ...to.model.types };
  const tables = { ...to.schema.tables };
  let count = 0;
  for (const [name, type] of Object.entries(types)) {
    const pairs = renamedColumns(from.model.types[name], type);
    const before = tableOf(from.schema, type.table);
    const now = tableOf(to.schema, type.table);
    if (pairs.length === 0 || before === undefined || now === undefined) continue;
    refuseChangedTypes(before, now, pairs);
    tables[`public.${type.table}`] = withColumns(before, now, pairs);
    types[name] = {
      ...withoutRenames(type),
      oldColumns: Object.fromEntries(pairs.map((pair) => [pair.from, pair.to])),
    };
    count += pairs.length;
  }
  if (count === 0) throw new MigrationProblem('No attribute has a new name (renamedFrom), so there is none to keep.');
  return { ...to, schema: { ...to.schema, tables }, model: { ...to.model, types } };
}

/** Keeps the old and the new columns equal, in a state that has both. */
export function keepOldColumns(
  schema: SchemaState,
  before: ModelState,
  { model }: State,
  online: boolean,
): readonly Statement[] {
  return Object.entries(model.types).flatMap(([name, { table, oldColumns }]) => {
    if (oldColumns === undefined || before.types[name]?.oldColumns !== undefined) return [];
    const pairs = Object.entries(oldColumns).map(([from, to]) => ({ from, to }));
    const existing = tableOf(schema, table)?.columns ?? {};
    // `serve` renames columns at once: then only the new one has values.
    const copied = pairs.map(({ from, to }) => (existing[from] === undefined ? { from: to, to: from } : { from, to }));
    return [
      ...triggerStatements(triggerOf(table), table, pairs.flatMap(assignments)),
      copyStatement(table, copied, online),
    ];
  });
}

/** Stops keeping the old and the new columns equal, before the old columns are dropped. */
export function forgetOldColumns(before: ModelState, { model }: State): readonly Statement[] {
  return Object.entries(before.types).flatMap(([name, { table, oldColumns }]) =>
    oldColumns === undefined || model.types[name]?.oldColumns !== undefined ? [] : dropTrigger(triggerOf(table), table),
  );
}

/** Whether the values of a column (`articles.author`) are in another column as well. */
export function isOldColumn({ types }: ModelState, storage: string): boolean {
  return Object.values(types).some(({ table, oldColumns = {} }) =>
    Object.keys(oldColumns).some((column) => `${table}.${column}` === storage),
  );
}

function triggerOf(table: string): string {
  return fitting(`cg_old_names_${table}`);
}

/**
 * The column that a writer has changed decides. A row in which no writer has changed either column is not copied yet.
 */
function assignments({ from, to }: ColumnPair): readonly string[] {
  const [old, now] = [id(from), id(to)];
  return [
    `IF TG_OP = 'INSERT' AND NEW.${now} IS NULL THEN NEW.${now} := NEW.${old};`,
    `ELSIF TG_OP = 'INSERT' OR NEW.${now} IS DISTINCT FROM OLD.${now} THEN NEW.${old} := NEW.${now};`,
    `ELSE NEW.${now} := NEW.${old};`,
    'END IF;',
  ];
}

function renamedColumns(before: TypeState | undefined, now: TypeState): readonly ColumnPair[] {
  if (before === undefined) return [];
  return [...namesBefore(before.attributes, now.attributes)].flatMap(([key, formerKey]) => {
    const [former, attribute] = [before.attributes[formerKey], now.attributes[key]];
    if (key === formerKey || former === undefined || attribute === undefined) return [];
    if (!isOneColumn(former) || !isOneColumn(attribute)) {
      throw new MigrationProblem(
        `The old name ${now.table}.${formerKey} cannot be kept, because relations and components are stored in several places. ${STOPPED}`,
      );
    }
    return former.column === attribute.column ? [] : [{ from: former.column, to: attribute.column }];
  });
}

function isOneColumn({ kind }: AttributeState): boolean {
  return kind === 'scalar' || kind === 'media';
}

function withoutRenames(type: TypeState): TypeState {
  const attributes = Object.entries(type.attributes).map(([key, { renamedFrom: _former, ...attribute }]) => [
    key,
    attribute,
  ]);
  // Only `renamedFrom` is left out, so each attribute keeps its kind.
  return { ...type, attributes: Object.fromEntries(attributes) as TypeState['attributes'] };
}

function withColumns(before: TableState, now: TableState, pairs: readonly ColumnPair[]): TableState {
  const names = pairs.map(({ from }) => from);
  const columns = names.flatMap((name) => (before.columns[name] === undefined ? [] : [[name, before.columns[name]]]));
  const indexes = Object.entries(before.indexes).filter(([, index]) =>
    names.some((name) => mentions(index, before.name, name)),
  );
  const keys = Object.entries(before.foreignKeys).filter(([, { columnsFrom }]) =>
    columnsFrom.some((column) => names.includes(column)),
  );
  return {
    ...now,
    columns: { ...now.columns, ...Object.fromEntries(columns) },
    indexes: { ...now.indexes, ...Object.fromEntries(indexes) },
    foreignKeys: { ...now.foreignKeys, ...Object.fromEntries(keys) },
  };
}

function refuseChangedTypes(before: TableState, now: TableState, pairs: readonly ColumnPair[]): void {
  for (const { from, to } of pairs) {
    if (before.columns[from]?.type === now.columns[to]?.type) continue;
    throw new MigrationProblem(
      `The old name ${now.name}.${from} cannot be kept, because its type changes too. Rename it first, and change its type in another migration.`,
    );
  }
}

const STOPPED =
  'Rename it in a migration of its own, without --keep-old-names, while no server with the old name runs.';

/** Names of content types and components are also stored as values, which the code of the last release would miss. */
function refuseOthers(old: ModelState, next: ModelState): void {
  if (Object.values(old.types).some(({ oldColumns }) => oldColumns !== undefined)) {
    throw new MigrationProblem(
      'The last migration keeps old names already. Create the migration that drops them first, without --keep-old-names.',
    );
  }
  for (const [kind, before, now] of [
    ['content type', old.types, next.types],
    ['component', old.components, next.components],
  ] as const) {
    for (const [name, { renamedFrom }] of Object.entries(now)) {
      if (renamedFrom === undefined || before[name] !== undefined || before[renamedFrom] === undefined) continue;
      throw new MigrationProblem(
        `The old name of the ${kind} ${name} cannot be kept, because rows contain it. ${STOPPED}`,
      );
    }
  }
  for (const [name, { attributes }] of Object.entries(next.components)) {
    const renamed = [...namesBefore(old.components[name]?.attributes ?? {}, attributes)];
    const [found] = renamed.find(([key, former]) => key !== former) ?? [];
    if (found === undefined) continue;
    throw new MigrationProblem(`The old name of ${name}.${found} cannot be kept, because rows contain it. ${STOPPED}`);
  }
}

/** Whether a trigger gives a column the values of its old name. */
export function isNewName({ types }: ModelState, table: string, column: string): boolean {
  return Object.values(types).some(
    (type) => type.table === table && Object.values(type.oldColumns ?? {}).includes(column),
  );
}
