import { lossWarning } from './row-checks.js';
import { type SchemaEdit, dropUniques, tableOf } from '../schema-edit.js';
import type { AttributeState, ModelState, State, TypeState } from '../../state/state.js';
import { type Statement, id, statement, sqlText } from '../statement.js';

/**
 * Gives all locales of a document the same value of an attribute that they share from now on: the value of the default
 * locale, or else of the locale that was written last. Drafts and published versions are levelled each on their own.
 */
export function levelLocales(edit: SchemaEdit, old: ModelState, next: State): readonly Statement[] {
  const { defaultLocale } = next.model;
  return Object.entries(next.model.types).flatMap(([name, type]) =>
    Object.entries(type.attributes).flatMap(([key, attribute]) => {
      const before = old.types[name]?.attributes[key];
      // A snapshot of an older release does not tell, and must not cause a migration.
      if (before?.shared !== false || attribute.shared !== true || before.kind !== attribute.kind) return [];
      const level: Levelling = { name, key, type, attribute, defaultLocale };
      if (attribute.kind === 'relation' && attribute.storage.at === 'link')
        return levelLinks(level, attribute.storage.table);
      dropUniques(edit, type.table, attribute.column);
      return [...levelColumns(level), ...moveUniqueEntries(level, next)];
    }),
  );
}

interface Levelling {
  readonly name: string;
  readonly key: string;
  readonly type: TypeState;
  readonly attribute: AttributeState;
  readonly defaultLocale: string;
}

/** The version whose values stay, for each document and status. */
function kept({ type, defaultLocale }: Levelling, columns: readonly string[]): string {
  const chosen = ['document_id', 'cg_status', 'locale', 'id', ...columns].map(id).join(', ');
  return `SELECT DISTINCT ON ("document_id", "cg_status") ${chosen} FROM ${id(type.table)} ORDER BY "document_id", "cg_status", ("locale" = ${sqlText(defaultLocale)}) DESC, "updated_at" DESC, "id"`;
}

const twin = 'k."document_id" = o."document_id" AND k."cg_status" = o."cg_status" AND k."id" <> o."id"';

function reasonOf({ name, key, defaultLocale }: Levelling): string {
  return `all locales of a document share ${name}.${key} now: keeps the value in ${defaultLocale}, or else in the locale that was written last`;
}

function differing(levelling: Levelling, condition: string, columns: readonly string[]): Statement {
  const { name, key, type } = levelling;
  const rows = `SELECT DISTINCT o."document_id" FROM ${id(type.table)} o JOIN (${kept(levelling, columns)}) k ON ${twin} WHERE ${condition}`;
  const message = [`Documents that lose a value of ${name}.${key}, because their locales differ: `, ''] as const;
  return lossWarning(`counts documents whose locales differ in ${name}.${key}`, { rows, message });
}

function levelColumns(levelling: Levelling): readonly Statement[] {
  const { type, attribute } = levelling;
  const rank = attribute.kind === 'relation' && attribute.storage.at === 'column' ? attribute.storage.rank : undefined;
  const columns = [attribute.column, ...(rank === undefined ? [] : [rank])];
  const [t, c] = [id(type.table), id(attribute.column)];
  const set = columns.map((column) => `${id(column)} = k.${id(column)}`).join(', ');
  const sql = `UPDATE ${t} o SET ${set}, "cg_version" = o."cg_version" + 1 FROM (${kept(levelling, columns)}) k WHERE ${twin} AND o.${c} IS DISTINCT FROM k.${c}`;
  return [
    differing(levelling, `${hasValue(`o.${c}`, attribute)} AND o.${c} IS DISTINCT FROM k.${c}`, columns),
    statement('loses data', reasonOf(levelling), sql),
  ];
}

function hasValue(column: string, attribute: AttributeState): string {
  if (attribute.kind === 'media' && attribute.multiple) return `cardinality(${column}) > 0`;
  if (attribute.kind === 'entries' && attribute.shape !== 'one') return `${column} <> '[]'`;
  return `${column} IS NOT NULL`;
}

function levelLinks(levelling: Levelling, link: string): readonly Statement[] {
  const { name, key, type } = levelling;
  const [t, l] = [id(type.table), id(link)];
  const versions = `${t} o JOIN (${kept(levelling, [])}) k ON ${twin}`;
  const targets = (version: string) => `SELECT "target_id" FROM ${l} WHERE "source_id" = ${version}."id"`;
  const without = (a: string, b: string) => `EXISTS (${targets(a)} EXCEPT ${targets(b)})`;
  const lost = `EXISTS (${targets('o')}) AND (${without('o', 'k')} OR ${without('k', 'o')})`;
  const others = `EXISTS (SELECT 1 FROM ${t} p WHERE p."document_id" = d."document_id" AND p."locale" <> d."locale")`;
  return [
    differing(levelling, lost, []),
    statement('loses data', reasonOf(levelling), `DELETE FROM ${l} l USING ${versions} WHERE l."source_id" = o."id"`),
    statement(
      'rewrites',
      `copies ${name}.${key} to the other locales`,
      `INSERT INTO ${l} ("source_id", "target_id", "rank", "inverse_rank") SELECT o."id", m."target_id", m."rank", m."inverse_rank" FROM ${versions} JOIN ${l} m ON m."source_id" = k."id"`,
    ),
    ...(type.draftAndPublish
      ? [
          statement(
            'rewrites',
            `marks drafts whose ${name}.${key} may differ from the published one`,
            `UPDATE ${t} d SET "cg_diverged" = array_append(d."cg_diverged", ${sqlText(key)}) WHERE d."cg_status" = 'draft' AND NOT ${sqlText(key)} = ANY (d."cg_diverged") AND ${others}`,
          ),
        ]
      : []),
  ];
}

/** Unique values inside components are registered for each published locale. */
function moveUniqueEntries(levelling: Levelling, { model, schema }: State): readonly Statement[] {
  const { name, key, type, attribute } = levelling;
  const isRegistered = attribute.kind === 'entries' && hasUnique(attribute.components, model);
  if (!isRegistered || tableOf(schema, 'cg_unique_values') === undefined) return [];
  const here = `u."type" = ${sqlText(name)} AND starts_with(u."path", ${sqlText(`${key}.`)})`;
  const source = `(${kept(levelling, [])}) k ON k."document_id" = u."document_id" AND k."cg_status" = 'published'`;
  const reason = `registers the unique values of ${name}.${key} for all locales`;
  const forget = `DELETE FROM "cg_unique_values" u USING (${kept(levelling, [])}) k WHERE ${here} AND k."document_id" = u."document_id" AND k."cg_status" = 'published' AND k."locale" <> u."locale"`;
  const register = `INSERT INTO "cg_unique_values" ("type", "path", "locale", "hash", "document_id") SELECT u."type", u."path", o."locale", u."hash", u."document_id" FROM "cg_unique_values" u JOIN ${source} AND k."locale" = u."locale" JOIN ${id(type.table)} o ON ${twin} WHERE ${here} ON CONFLICT DO NOTHING`;
  return [statement('rewrites', reason, forget), statement('rewrites', reason, register)];
}

function hasUnique(components: readonly string[], model: ModelState): boolean {
  return components
    .flatMap((component) => Object.values(model.components[component]?.attributes ?? {}))
    .some((attribute) =>
      attribute.kind === 'entries'
        ? hasUnique(attribute.components, model)
        : attribute.kind === 'scalar' && attribute.unique,
    );
}
