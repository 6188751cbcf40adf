import { getTableName } from 'drizzle-orm';

import type { AnyModel } from '../model/model.js';
import type { Field } from '../plan/plan.js';
import { type Builder, identifier, literal } from './builder.js';

/** Where values are read from: a row, or a component entry. `locale` is that of the row, where it has one. */
export type Source = RowSource | EntrySource;

export interface RowSource {
  readonly kind: 'row';
  readonly alias: string;
  readonly model: AnyModel;
  readonly locale?: string;
}

export interface EntrySource {
  readonly kind: 'entry';
  readonly json: string;
  readonly locale?: string;
}

export function rowSource(alias: string, model: AnyModel): RowSource {
  return model.localized ? { kind: 'row', alias, model, locale: `${alias}.locale` } : { kind: 'row', alias, model };
}

/** The name of the rows or entries in their statement. */
export function aliasOf(source: Source): string {
  return source.kind === 'row' ? source.alias : source.json.split('.', 1)[0]!;
}

export function tableOf(model: AnyModel): string {
  return identifier(getTableName(model.table));
}

/** Written out, not a parameter: indexes of published rows are of use only where the planner sees that these are asked for. */
export function statusOf({ version }: Pick<Builder, 'version'>, model: AnyModel): string {
  return literal(model.draftAndPublish ? version.status : 'published');
}

/** The value of a field, as conditions and sorting see it. */
export function valueOf(source: Source, field: Field): string {
  if (source.kind === 'row') return `${source.alias}.${identifier(field.column)}`;
  const key = literal(field.name);
  if (field.type.postgres === 'jsonb') return `(${source.json}->${key})`;
  const text = `(${source.json}->>${key})`;
  return field.type.postgres === 'text' ? text : `${text}::${field.type.postgres}`;
}

/** The value of a field, as it is shown. Entries are stored as they are shown. */
export function outputOf(source: Source, field: Field): string {
  if (source.kind === 'entry') return `${source.json}->${literal(field.name)}`;
  const value = `${source.alias}.${identifier(field.column)}`;
  switch (field.type.postgres) {
    case 'bigint':
      return `${value}::text`;
    case 'numeric':
      return `trim_scale(${value})`;
    case 'timestamptz':
      return `to_char(${value} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    default:
      return value;
  }
}

/** The JSON of a component attribute. */
export function jsonOf(source: Source, column: string, key: string): string {
  return source.kind === 'row' ? `${source.alias}.${identifier(column)}` : `(${source.json}->${literal(key)})`;
}
