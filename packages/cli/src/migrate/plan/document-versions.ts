import { uniqueCheck } from './ddl.js';
import { refusal, warning } from './values/row-checks.js';
import { tableOf } from './schema-edit.js';
import type { AttributeState, ModelState, SchemaState, State, TypeState } from '../state/state.js';
import { type Statement, id, statement, sqlText } from './statement.js';

/** Removes versions of documents that a type does not have any more: locales or drafts. Runs before relations move. */
export function fewerVersions(schema: SchemaState, old: ModelState, next: State): readonly Statement[] {
  return typesInBoth(old, next.model).flatMap(([name, before, now]) => {
    const table = id(now.table);
    const found: Statement[] = [];
    if (before.draftAndPublish && !now.draftAndPublish) found.push(...publishDrafts(name, now, schema));
    if (before.localized && !now.localized) {
      const kept = `SELECT DISTINCT ON ("document_id") "document_id", "locale" FROM ${table} ORDER BY "document_id", ("locale" = ${sqlText(old.defaultLocale)}) DESC, "id"`;
      const orphaned = `SELECT 1 FROM ${table} o WHERE o."document_id" = u."document_id" AND o."locale" = u."locale"`;
      found.push(
        statement(
          'loses data',
          `keeps one locale of each ${name} document: ${old.defaultLocale}, or the oldest one`,
          `DELETE FROM ${table} o USING (${kept}) k WHERE k."document_id" = o."document_id" AND k."locale" <> o."locale"`,
        ),
        statement(
          'safe',
          'frees the unique values of removed versions',
          `DELETE FROM "cg_unique_values" u WHERE u."type" = ${sqlText(name)} AND NOT EXISTS (${orphaned})`,
        ),
        ...uniqueWithout('locale', now, schema),
        ...inLocale(name, now, '', `"locale" <> ''`),
      );
    }
    return found;
  });
}

/** Publishes the drafts of documents that have no published version, and deletes the others. */
function publishDrafts(name: string, type: TypeState, schema: SchemaState): readonly Statement[] {
  const table = id(type.table);
  const twin = `SELECT 1 FROM ${table} p WHERE p."document_id" = d."document_id" AND p."locale" = d."locale" AND p."cg_status" = 'published'`;
  return [
    statement(
      'loses data',
      `deletes the drafts of published ${name} documents, with unpublished changes; documents that were never published become public`,
      `DELETE FROM ${table} d WHERE d."cg_status" = 'draft' AND EXISTS (${twin})`,
    ),
    ...incompleteDrafts(name, type, `d."cg_status" = 'draft' AND NOT EXISTS (${twin})`),
    ...uniqueWithout('cg_status', type, schema),
    statement(
      'rewrites',
      `${name} documents that were never published become public`,
      `UPDATE ${table} SET "cg_status" = 'published', "published_at" = coalesce("published_at", "updated_at") WHERE "cg_status" = 'draft'`,
    ),
  ];
}

/** Counts the drafts that become public without a required value that the generated types do not promise. */
function incompleteDrafts(name: string, { table, attributes }: TypeState, where: string): readonly Statement[] {
  const required = Object.entries(attributes).filter(
    ([, attribute]) => attribute.required === true && lacksValue(attribute) !== undefined,
  );
  if (required.length === 0) return [];
  const lacking = required.map(([, attribute]) => lacksValue(attribute)).join(' OR ');
  const rows = `SELECT DISTINCT "document_id" FROM ${id(table)} d WHERE ${where} AND (${lacking})`;
  const keys = required.map(([key]) => key).join(', ');
  const message = [`Documents of ${name} that become public without a required value (${keys}): `, ''] as const;
  return [warning(`counts drafts of ${name} without a required value, which become public`, { rows, message })];
}

function lacksValue(attribute: AttributeState): string | undefined {
  if (attribute.kind === 'scalar' && attribute.default !== undefined) return undefined;
  const isFile = attribute.kind === 'media' && !attribute.multiple;
  const isOne = attribute.kind === 'scalar' || (attribute.kind === 'entries' && attribute.shape === 'one');
  // Rows without a value that the types promise are looked for like those of any stricter rule.
  const isCounted = isFile || (isOne && attribute.conditional === true);
  return isCounted ? `d.${id(attribute.column)} IS NULL` : undefined;
}

/**
 * Checks the values of rows that will differ no longer in their status or locale. The unique indexes exist, and would
 * fail without a clear message.
 */
function uniqueWithout(
  column: 'cg_status' | 'locale',
  { table }: TypeState,
  schema: SchemaState,
): readonly Statement[] {
  const published = `${id(table)}."cg_status" = 'published'`;
  return Object.values(tableOf(schema, table)?.indexes ?? {})
    .filter(({ isUnique, columns }) => isUnique && columns.every(({ expression }) => expression !== 'document_id'))
    .map(({ where, ...index }) =>
      uniqueCheck(table, {
        ...index,
        columns: index.columns.filter(({ expression }) => expression !== column),
        ...(where === undefined ? {} : { where: column === 'locale' ? where : where.replace(published, 'true') }),
      }),
    );
}

/** Adds the versions that a type has now, copied from existing ones. Runs after relations have moved. */
export function moreVersions(old: ModelState, next: State): readonly Statement[] {
  return typesInBoth(old, next.model).flatMap(([name, before, now]) => {
    const found: Statement[] = [];
    if (!before.localized && now.localized)
      found.push(...inLocale(name, now, next.model.defaultLocale, `"locale" = ''`));
    if (!before.draftAndPublish && now.draftAndPublish) found.push(...drafts(name, now, next));
    if (before.single !== now.single) {
      const kind = now.single ? 'a single type' : 'a collection';
      const sql = `UPDATE "cg_documents" SET "single" = ${now.single} WHERE "type" = ${sqlText(name)}`;
      if (now.single) found.push(oneDocument(name));
      found.push(statement('safe', `${name} is ${kind} now`, sql));
    }
    return found;
  });
}

function oneDocument(name: string): Statement {
  const rows = `SELECT "id" FROM "cg_documents" WHERE "type" = ${sqlText(name)}`;
  const message = [
    `${name} cannot be a single type, because it has several documents: `,
    '. Delete all but one of them first.',
  ] as const;
  return refusal('fails without changes if there are several documents', { rows, message }, 1);
}

/** Deletes documents of removed types. Links to them are deleted with them. */
export function removedTypes(old: ModelState, next: ModelState): readonly Statement[] {
  return Object.keys(old.types)
    .filter((name) => next.types[name] === undefined)
    .map((name) =>
      statement(
        'loses data',
        `deletes all documents of ${name}`,
        `DELETE FROM "cg_documents" WHERE "type" = ${sqlText(name)}`,
      ),
    );
}

function typesInBoth(old: ModelState, next: ModelState): readonly (readonly [string, TypeState, TypeState])[] {
  return Object.entries(next.types).flatMap(([name, now]) => {
    const before = old.types[name];
    return before === undefined ? [] : [[name, before, now] as const];
  });
}

function inLocale(name: string, { table }: TypeState, locale: string, where: string): readonly Statement[] {
  const reason = locale === '' ? `${name} has no locales now` : `the content of ${name} is in ${locale} now`;
  const set = `SET "locale" = ${sqlText(locale)} WHERE`;
  return [
    statement('rewrites', reason, `UPDATE ${id(table)} ${set} ${where}`),
    statement('rewrites', reason, `UPDATE "cg_unique_values" ${set} "type" = ${sqlText(name)} AND ${where}`),
  ];
}

/** Gives each published document a draft with the same content. */
function drafts(name: string, { table, attributes }: TypeState, next: State): readonly Statement[] {
  const t = id(table);
  const columns = Object.keys(tableOf(next.schema, table)?.columns ?? {}).filter((column) => column !== 'id');
  const special: Readonly<Record<string, string>> = { cg_status: `'draft'`, published_at: 'NULL' };
  const values = columns.map((column) => special[column] ?? `p.${id(column)}`);
  const twin = `d."document_id" = p."document_id" AND d."locale" = p."locale" AND d."cg_status" = 'draft'`;
  const links = Object.values(attributes).flatMap((attribute) =>
    attribute.kind === 'relation' && attribute.storage.at === 'link' ? [attribute.storage.table] : [],
  );
  return [
    statement(
      'rewrites',
      `each published ${name} document gets its draft`,
      `INSERT INTO ${t} (${columns.map(id).join(', ')}) SELECT ${values.join(', ')} FROM ${t} p WHERE p."cg_status" = 'published' AND NOT EXISTS (SELECT 1 FROM ${t} d WHERE ${twin}) ORDER BY p."id"`,
    ),
    ...links.map((link) =>
      statement(
        'rewrites',
        `copies the links of ${name} to the drafts`,
        `INSERT INTO ${id(link)} ("source_id", "target_id", "rank", "inverse_rank") SELECT d."id", l."target_id", l."rank", l."inverse_rank" FROM ${id(link)} l JOIN ${t} p ON p."id" = l."source_id" AND p."cg_status" = 'published' JOIN ${t} d ON ${twin} ON CONFLICT DO NOTHING`,
      ),
    ),
  ];
}
