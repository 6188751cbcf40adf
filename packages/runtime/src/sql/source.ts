import { getTableName } from 'drizzle-orm';

import { identifier, literal } from '../database/index.js';
import type { AnyModel, ScalarField } from '../model/index.js';
import type { VersionPlan } from '../plan/index.js';
import type { Builder } from './builder.js';
import { momentText } from './moment.js';

/** A row or a component entry that values are read from. `locale` is the locale of the row, if its type has locales. */
export type Source = RowSource | EntrySource;

export interface RowSource {
  readonly kind: 'row';
  readonly alias: string;
  readonly model: AnyModel;
  readonly locale?: string;
}

interface EntrySource {
  readonly kind: 'entry';
  readonly alias: string;
  /** The JSON of the entry. */
  readonly json: string;
  readonly locale?: string;
}

export function rowSource(alias: string, model: AnyModel): RowSource {
  return model.localized ? { kind: 'row', alias, model, locale: `${alias}.locale` } : { kind: 'row', alias, model };
}

/** Entries have the locale of the row they are part of. */
export function entrySource(alias: string, locale: string | undefined): EntrySource {
  const entry = { kind: 'entry', alias, json: `${alias}.value` } as const;
  return locale === undefined ? entry : { ...entry, locale };
}

export function tableOf(model: AnyModel): string {
  return identifier(getTableName(model.table));
}

/** A literal and not a parameter: Postgres uses the partial indexes of published rows only if it sees the status. */
export function statusLiteral(sql: Pick<Builder, 'version'>, model: AnyModel): string {
  return literal(statusOf(sql, model));
}

/** The status of the rows of a type that a request reads. */
export function statusOf({ version }: Pick<Builder, 'version'>, model: AnyModel): VersionPlan['status'] {
  return model.draftAndPublish ? version.status : 'published';
}

/** The value of a field in conditions and sort keys. */
export function valueOf(source: Source, field: ScalarField): string {
  if (source.kind === 'row') {
    const value = `${source.alias}.${identifier(field.column)}`;
    // The formats of a file are stored as json, which keeps their order and cannot be compared.
    return field.type.postgres === 'jsonb' ? `${value}::jsonb` : value;
  }
  const key = literal(field.name);
  // An entry stores the JSON value null where a column has none.
  if (field.type.postgres === 'jsonb') return `nullif(${source.json}->${key}, 'null')`;
  const text = `(${source.json}->>${key})`;
  return field.type.postgres === 'text' ? text : `${text}::${field.type.postgres}`;
}

/** The value of a field in the answer. Entries are stored as the answer shows them. */
export function outputOf(source: Source, field: ScalarField): string {
  if (source.kind === 'entry') return `${source.json}->${literal(field.name)}`;
  const value = `${source.alias}.${identifier(field.column)}`;
  switch (field.type.postgres) {
    case 'bigint':
      return `${value}::text`;
    case 'numeric':
      return `trim_scale(${value})`;
    case 'timestamptz':
      return momentText(value);
    default:
      return value;
  }
}

/** The JSON of a component attribute. */
export function jsonOf(source: Source, column: string, key: string): string {
  return source.kind === 'row' ? `${source.alias}.${identifier(column)}` : `(${source.json}->${literal(key)})`;
}
