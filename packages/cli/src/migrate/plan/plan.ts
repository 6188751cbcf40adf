import { convertColumns } from './conversions.js';
import { type DdlContext, classify, sqlBetween, uniqueCheck, withAdditions } from './ddl.js';
import { dropDefaults, fillDefaults, promisedDefault } from './values/defaults.js';
import { changeEntries } from './entries/changes.js';
import { forgetOldColumns, isNewName, isOldColumn, keepOldColumns } from './old-names.js';
import { keepChanges, partitioned } from './change-log.js';
import { keepLinks } from './link-versions.js';
import { moveRelations } from './relation-moves.js';
import { recordWidenings } from './values/records.js';
import { applyRenames, prefixColumns } from './renames.js';
import { dropReplacedLater } from './replaced-indexes.js';
import { type SchemaEdit, adoptNames } from './schema-edit.js';
import { applyRules } from './values/tightened-rules.js';
import { registerUniqueEntries } from './values/unique-entries.js';
import { levelLocales } from './values/shared-values.js';
import { type SchemaState, type State, isSame } from '../state/state.js';
import { type Statement, createsIndex } from './statement.js';
import { keepTotals } from './totals.js';
import { fullTextFunctionsFor } from './full-text.js';
import { trigramExtension } from './trigrams.js';
import { fewerVersions, moreVersions, removedTypes } from './document-versions.js';

interface PlanOptions {
  /** Whether other sessions use the database: then indexes are built concurrently and constraints validated later. */
  readonly online: boolean;
}

/** The statements from one state to another, in order. Statements outside the transaction come last. */
export async function planChanges(from: State, to: State, { online }: PlanOptions): Promise<readonly Statement[]> {
  if (isSame(from, to)) return [];
  const edit: SchemaEdit = { schema: structuredClone(from.schema), statements: [] };
  const model = applyRenames(edit, from.model, to.model);
  prefixColumns(edit, model, to.schema);
  adoptNames(edit, to.schema);
  changeEntries(edit, { old: from.model, model, next: to.model });
  convertColumns(edit, model, to);
  const levelled = levelLocales(edit, model, to);
  const filled = fillDefaults(edit, model, to);
  const dropped = dropDefaults(edit, model, to);
  const links = await keepLinks(edit.schema, to.schema, online);

  const widened = withAdditions(edit.schema, to.schema);
  const moves = moveRelations(model, to);
  const context: DdlContext = {
    isNew: (table) => edit.schema.tables[`public.${table}`] === undefined,
    isEmptied: (storage) => moves.emptied.has(storage) || isOldColumn(from.model, storage),
    // The trigger of an old name takes a null in the new column as a sign of old code.
    defaultOf: (table, column) => (isNewName(to.model, table, column) ? undefined : promisedDefault(to, table, column)),
    online,
  };
  const { additions, removed, keys } = await ddlBetween(edit.schema, widened, to.schema, context);
  const fewer = fewerVersions(edit.schema, model, to);
  const models = { old: model, next: to.model };
  const rules = applyRules(edit.schema, models, 'stored');
  // Rows are read before new columns lock their table, unless some rows go or get the values of others.
  const areRowsMoved = fewer.length > 0 || levelled.length > 0;

  const ordered = [
    ...edit.statements,
    ...(areRowsMoved ? [] : rules),
    ...trigramExtension(edit.schema, to.schema),
    ...(await fullTextFunctionsFor(edit.schema, to.schema)),
    ...additions,
    ...links,
    ...keepOldColumns(edit.schema, from.model, to, online),
    ...forgetOldColumns(from.model, to),
    ...fewer,
    ...dropped,
    ...filled,
    ...moves.statements,
    ...levelled,
    ...moreVersions(model, to),
    ...(areRowsMoved ? rules : []),
    ...applyRules(edit.schema, models, 'added'),
    ...registerUniqueEntries(edit.schema, model, to),
    ...removedTypes(model, to.model),
    ...removed.filter(({ sql }) => !sql.startsWith('DROP TABLE')),
    ...dropsInOrder(removed, widened),
    ...newUniques(edit.schema, to.schema),
    ...keys,
    ...(await keepTotals(edit.schema, to, context)),
    ...(await keepChanges(edit.schema, to.schema)),
  ];
  // The snapshot of any migration records the whole state.
  if (ordered.length === 0) return recordWidenings(model, to.model);
  const [alone, together] = split(ordered, (one) => one.alone === true);
  return [...together, ...alone.toSorted((a, b) => turnOf(a) - turnOf(b))];
}

/** The statements of tables: additions, removals after them, and keys of old tables, which come last. */
async function ddlBetween(before: SchemaState, widened: SchemaState, after: SchemaState, context: DdlContext) {
  const added = await Promise.all((await sqlBetween(before, widened)).map(partitioned));
  const additions = added.flatMap((sql) => classify(sql, context));
  const removals = dropReplacedLater(
    (await sqlBetween(widened, after)).flatMap((sql) => classify(sql, context)),
    additions,
    { before, after },
  );
  const [keys, others] = split([...additions, ...removals], (one) => isKeyOfOldTable(one, context));
  const [made, removed] = split(others, (one) => additions.includes(one));
  return { additions: made, removed, keys };
}

/** Validates constraints before it builds indexes, which takes longer, and then drops those that they replace. */
function turnOf(one: Statement): number {
  if (one.sql.startsWith('DROP INDEX')) return 2;
  return createsIndex(one) ? 1 : 0;
}

/** Indexes and constraints of tables with rows are added after the rows have moved. */
function isKeyOfOldTable({ sql, alone }: Statement, { isNew }: DdlContext): boolean {
  if (alone) return true;
  const [, indexed, altered] =
    /^CREATE (?:UNIQUE )?INDEX "[^"]+" ON "([^"]+)"|^ALTER TABLE "([^"]+)" ADD CONSTRAINT/.exec(sql) ?? [];
  const table = indexed ?? altered;
  return table !== undefined && !isNew(table);
}

/** Drops a table before the tables that it references. */
function dropsInOrder(statements: readonly Statement[], { tables }: SchemaState): readonly Statement[] {
  const drops = statements.filter(({ sql }) => sql.startsWith('DROP TABLE'));
  const references = ({ sql }: Statement) => {
    const [, name = ''] = /"([^"]+)"/.exec(sql) ?? [];
    const keys = Object.values(tables[`public.${name}`]?.foreignKeys ?? {});
    return keys.filter(({ tableTo }) => tableTo !== name && drops.some((drop) => drop.sql.endsWith(`"${tableTo}"`)))
      .length;
  };
  return drops.toSorted((a, b) => references(b) - references(a));
}

function newUniques(old: SchemaState, next: SchemaState): readonly Statement[] {
  return Object.entries(next.tables).flatMap(([key, table]) => {
    const former = old.tables[key];
    if (former === undefined) return [];
    return Object.values(table.indexes)
      .filter((index) => index.isUnique && !isSame(former.indexes[index.name], index))
      .map((index) => uniqueCheck(table.name, index));
  });
}

function split<T>(items: readonly T[], test: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
