import type { AnyModel } from '../model/index.js';
import type { FilterPlan, ReadPlan } from '../plan/index.js';
import { type Builder, whereClause } from './builder.js';
import { condition } from './filter.js';
import { freshPlan, needsFreshPlan } from './fresh-plan.js';
import { type Source, rowSource, statusLiteral, tableOf } from './source.js';

/** The conditions on the rows of the main type, in the table `a`. */
export function mainConditions(sql: Builder, plan: ReadPlan, source: Source): readonly string[] {
  const { model, version, where, rows } = plan;
  const conditions = [`a.cg_status = ${statusLiteral(sql, model)}`];
  if (!model.localized) conditions.push(`a.locale = ''`);
  else if (version.locales !== undefined) conditions.push(localeCondition(sql, 'a', version.locales));
  conditions.push(...publicationConditions(sql, model, 'a', rows.drafts));
  if (rows.main !== undefined) conditions.push(condition(unguarded(sql), source, rows.main));
  if (where !== undefined) conditions.push(condition(sql, source, where));
  if (where !== undefined && needsFreshPlan(where)) conditions.push(freshPlan(sql));
  return conditions;
}

export function localeCondition(sql: Builder, alias: string, locales: readonly string[]): string {
  const [only, ...others] = locales;
  return only !== undefined && others.length === 0
    ? `${alias}.locale = ${sql.param(only, 'text')}`
    : `${alias}.locale = any(${sql.param(locales, 'text[]')})`;
}

/** Row rules are settings and not part of the request, so the rows that a rule looks at are not guarded. */
export function unguarded(sql: Builder): Builder {
  return { ...sql, guard: () => [] };
}

/**
 * The conditions of `publicationFilter` on rows of a type. The conditions compare a version with the other status of
 * the same document, in the same locale or in any locale. `drafts` is the row rule of drafts.
 */
export function publicationConditions(
  sql: Builder,
  model: AnyModel,
  alias: string,
  drafts: FilterPlan | undefined,
): readonly string[] {
  const { publicationFilter } = sql.version;
  if (publicationFilter === undefined || !model.draftAndPublish) return [];
  const table = tableOf(model);
  // A draft that the caller may not see counts as absent.
  const seen = (draft: string) => (drafts === undefined ? [] : [draftCondition(sql, rowSource(draft, model), drafts)]);
  const other = (...conditions: readonly string[]) =>
    `exists (select 1 from ${table} w${whereClause([`w.document_id = ${alias}.document_id`, ...conditions])})`;
  const sameLocale = `w.locale = ${alias}.locale`;
  const isPublished = `${alias}.cg_status = 'published'`;
  const published = other(`w.cg_status = 'published'`, sameLocale);
  const draft = () => other(`w.cg_status = 'draft'`, sameLocale, ...seen('w'));
  const edited = () =>
    `exists (select 1 from ${table} d join ${table} p on p.document_id = d.document_id and p.locale = d.locale and p.cg_status = 'published'${whereClause([`d.document_id = ${alias}.document_id`, `d.locale = ${alias}.locale`, `d.cg_status = 'draft'`, 'd.updated_at > p.updated_at', ...seen('d')])})`;
  switch (publicationFilter) {
    case 'never-published':
      return [`not ${published}`];
    case 'has-published-version':
      return [published];
    case 'modified':
      return [edited()];
    case 'unmodified':
      return [published, `not ${edited()}`];
    case 'never-published-document':
      return [`not ${other(`w.cg_status = 'published'`)}`];
    case 'has-published-version-document':
      return [other(`w.cg_status = 'published'`)];
    // As in Strapi, the last two filters are never true of drafts.
    case 'published-without-draft':
      return [isPublished, `not ${draft()}`];
    case 'published-with-draft':
      return [isPublished, draft()];
  }
}

/** A row rule for a draft. Relations of a draft lead to drafts. */
function draftCondition(sql: Builder, source: Source, plan: FilterPlan): string {
  return condition({ ...unguarded(sql), version: { ...sql.version, status: 'draft' } }, source, plan);
}
