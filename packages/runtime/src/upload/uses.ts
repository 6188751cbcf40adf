import type { Status } from '../shape/index.js';
import { allows, may, planReadFor } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { AnyModel, Holder } from '../model/index.js';
import { parseParameters } from '../query/index.js';
import { createBuilder, mainConditions, mentions, rowSource, tableOf, whereClause } from '../sql/index.js';

/** The documents of a type that use a file. */
interface UsesInType {
  readonly model: AnyModel;
  readonly total: number;
  /** One page of the documents, the newest first. */
  readonly rows: readonly UseRow[];
}

interface UsedFile {
  readonly id: number;
  readonly hash: string;
}

interface UseRow {
  readonly documentId: string;
  /** A locale in which the document uses the file. */
  readonly locale: string;
}

interface UsesPage {
  /** Only documents of this type. */
  readonly type?: string;
  readonly start: number;
  readonly limit: number;
}

/** Where a file is used, in drafts and published versions of every locale, as far as the caller may read them. */
export async function usesOf(scope: Scope, id: number, page: UsesPage): Promise<readonly UsesInType[]> {
  const { database, models } = scope.content;
  const text = 'select id, hash from cg_files where id = $1::bigint';
  const [file] = await database.rows<UsedFile>(text, [id]);
  if (file === undefined) return [];
  const asked = [...models.values()].filter(
    (model) => may(scope, model, 'find') && (page.type === undefined || page.type === model.name),
  );
  const uses = await Promise.all(asked.map((model) => usesIn(scope, model, file, page)));
  return uses.filter(({ total }) => total > 0);
}

async function usesIn(scope: Scope, model: AnyModel, file: UsedFile, { start, limit }: UsesPage): Promise<UsesInType> {
  const published = versionsOf(scope, model, 'published');
  const drafts = model.draftAndPublish && may(scope, model, 'findDraft') ? [versionsOf(scope, model, 'draft')] : [];
  const sql = createBuilder({ version: published.version, oneLocale: false, entryDocumentId: false, guard: () => [] });
  const searched = { param: sql.param, alias: 'a', model };
  const reads = (holder: Holder, name: string) => allows(scope, holder, name, 'read');
  const found = mentions({ ...searched, reads }, { id: () => sql.param(file.id, 'bigint'), hash: file.hash });
  if (found.length === 0) return { model, total: 0, rows: [] };
  const source = rowSource('a', model);
  const versions = [...drafts, published].map((plan) => {
    const shown = mainConditions({ ...sql, version: plan.version }, plan, source);
    return `select a.document_id, a.locale, a.id from ${tableOf(model)} a${whereClause([...shown, `(${found.join(' or ')})`])}`;
  });
  const page = `limit ${sql.param(limit, 'bigint')} offset ${sql.param(start, 'bigint')}`;
  const rows = await scope.content.database.rows<UseRow & { readonly total: string }>(
    `select u.document_id as "documentId", min(u.locale) as locale, count(*) over ()::text as total from (${versions.join(' union all ')}) u group by u.document_id order by max(u.id) desc ${page}`,
    sql.values,
  );
  return { model, total: Number(rows[0]?.total ?? 0), rows };
}

/** The versions of one status that the caller may read, in every locale. */
function versionsOf(scope: Scope, model: AnyModel, status: Status) {
  const parameters = parseParameters(
    { ...(model.draftAndPublish ? { status } : {}), ...(model.localized ? { locale: '*' } : {}) },
    { strict: false },
  );
  return planReadFor(scope, model, 'find', parameters);
}
