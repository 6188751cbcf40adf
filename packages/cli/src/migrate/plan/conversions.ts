import { castTo, keepsSecrets } from './casts.js';
import { dropDefault, isPromised } from './values/defaults.js';
import { type SchemaEdit, dropColumn, dropKeys, tableOf } from './schema-edit.js';
import type { AttributeState, ModelState, State } from '../state/state.js';
import { id, statement, sqlText } from './statement.js';

/** Converts columns to the types in the definitions. Drops a column if its values cannot be converted. */
export function convertColumns(edit: SchemaEdit, old: ModelState, next: State): void {
  for (const [name, type] of Object.entries(next.model.types)) {
    const former = old.types[name];
    if (former === undefined) continue;
    for (const [key, attribute] of Object.entries(type.attributes)) {
      const before = former.attributes[key];
      const column = columnOf(attribute);
      if (before === undefined || column === undefined || columnOf(before) === undefined) continue;
      const hasDefault = isPromised(former, before) === true;
      convert(edit, next, { name: `${name}.${key}`, table: type.table, column, hasDefault }, before, attribute);
    }
  }
}

interface AttributeColumn {
  /** `article.title` */
  readonly name: string;
  readonly table: string;
  readonly column: string;
  /** Whether the column may have a default in the database, which PostgreSQL cannot always convert. */
  readonly hasDefault: boolean;
}

function columnOf(attribute: AttributeState): string | undefined {
  if (attribute.kind === 'other') return undefined;
  return attribute.kind === 'relation' && attribute.storage.at === 'link' ? undefined : attribute.column;
}

function convert(
  edit: SchemaEdit,
  next: State,
  target: AttributeColumn,
  before: AttributeState,
  now: AttributeState,
): void {
  const { name, table, column } = target;
  if (before.kind === 'scalar' && now.kind === 'scalar') {
    const from = tableOf(edit.schema, table)?.columns[column]?.type;
    const to = tableOf(next.schema, table)?.columns[column]?.type;
    const isConvertible = keepsSecrets(before.type, now.type);
    if (from === undefined || to === undefined || (from === to && isConvertible)) return;
    const cast = isConvertible ? castTo(id(column), from, { type: to, scalar: now.type }) : undefined;
    if (cast === undefined) dropColumn(edit, table, column, `${name}: ${before.type} cannot become ${now.type}`);
    else alterType(edit, target, to, cast);
  } else if (before.kind === 'media' && now.kind === 'media') {
    const type = tableOf(next.schema, table)?.columns[column]?.type;
    if (before.multiple === now.multiple || type === undefined) return;
    const cast = now.multiple
      ? ({
          using: `CASE WHEN ${id(column)} IS NOT NULL THEN ARRAY[${id(column)}]::${type} END`,
          effect: 'rewrites',
          reason: `${name} becomes a list of files`,
        } as const)
      : ({
          using: `${id(column)}[1]`,
          effect: 'loses data',
          reason: `keeps only the first file of ${name}`,
        } as const);
    alterType(edit, target, type, cast);
  } else if (before.kind === 'entries' && now.kind === 'entries') {
    reshape(edit, target, before, now);
  } else if (before.kind !== now.kind) {
    dropColumn(edit, table, column, `${name} changed its kind, so its values cannot be kept`);
  }
}

type AlterCast = Exclude<ReturnType<typeof castTo>, undefined>;

function alterType(edit: SchemaEdit, target: AttributeColumn, type: string, cast: AlterCast): void {
  const { table, column, hasDefault } = target;
  dropKeys(edit, table, column);
  const found = tableOf(edit.schema, table)?.columns[column];
  if (found === undefined) return;
  found.type = type;
  const sql = `ALTER TABLE ${id(table)} ALTER COLUMN ${id(column)} SET DATA TYPE ${type} USING ${cast.using}`;
  if (hasDefault) edit.statements.push(statement('locks', 'its type changes', dropDefault(table, column)));
  edit.statements.push(statement(cast.effect, cast.reason, sql));
}

type Entries = Extract<AttributeState, { kind: 'entries' }>;

function reshape(edit: SchemaEdit, { name, table, column }: AttributeColumn, before: Entries, now: Entries): void {
  const c = id(column);
  const update = (value: string, type: string) =>
    `UPDATE ${id(table)} SET ${c} = ${value} WHERE jsonb_typeof(${c}) = '${type}'`;
  // Entries can only stay if one component is allowed before and after.
  const kept = now.components.find((component) => before.components.includes(component));
  if (now.shape !== 'zone' && kept === undefined) {
    dropColumn(edit, table, column, `${name} contains another component now`);
  } else if (kept !== undefined && before.shape === 'zone' && now.shape !== 'zone') {
    const entries = `SELECT e FROM jsonb_array_elements(${c}) WITH ORDINALITY x(e, n) WHERE e ->> '__component' = ${sqlText(kept)}`;
    const value =
      now.shape === 'one'
        ? `(${entries} ORDER BY n LIMIT 1)`
        : `coalesce((SELECT jsonb_agg(e) FROM (${entries} ORDER BY n) y), '[]'::jsonb)`;
    const reason = `keeps only ${now.shape === 'one' ? 'the first entry' : 'the entries'} of ${kept} in ${name}`;
    edit.statements.push(statement('loses data', reason, update(value, 'array')));
  } else if (before.shape === 'one' && now.shape !== 'one') {
    const reason = `${name} becomes a list`;
    edit.statements.push(statement('rewrites', reason, update(`jsonb_build_array(${c})`, 'object')));
  } else if (before.shape === 'many' && now.shape === 'one') {
    const reason = `keeps only the first entry of ${name}`;
    edit.statements.push(statement('loses data', reason, update(`${c} -> 0`, 'array')));
  }
}
