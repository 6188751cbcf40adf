import { isNoting, noteChange } from '../changes/index.js';
import type { Content } from '../content/index.js';
import { type Executor, literal } from '../database/index.js';
import { type AnyModel, type Holder, type StoredColumn, componentsIn, storageOf } from '../model/index.js';
import { type Param, createLoader } from '../sql/index.js';
import type { WriteTarget } from './targets/target.js';

interface Removed extends Pick<WriteTarget, 'model' | 'documentId'> {
  /** `undefined`: all locales. */
  readonly locale: string | undefined;
}

/** Notes, for the log, a document that is about to be deleted: what it was, and which others showed it. */
export async function noteRemoval(executor: Executor, content: Content, removed: Removed): Promise<void> {
  if (!isNoting(executor)) return;
  const { model, documentId, locale } = removed;
  const loader = createLoader();
  const versions = loader.list((param) => versionsQuery(param, removed));
  // A document without any version goes as a whole.
  const stays = loader.add<boolean>((param) => `to_json(${hasOthers(param, removed)})`);
  const related = loader.list<{ type: string; id: string }>((param) => relatedQuery(param, content, removed));
  await loader.load(executor);
  noteChange(executor, model, { event: 'deleted', documentId, ...(stays() && { locale }), before: versions() });
  for (const { type, id } of related()) {
    const other = content.models.get(type);
    if (other !== undefined && id !== documentId) noteChange(executor, other, { event: 'related', documentId: id });
  }
}

function versionsQuery(param: Param, { model, documentId, locale }: Removed): string {
  const { table, columns } = storageOf(model);
  const list = columns
    .filter((column) => isKept(model, column))
    .map(({ name, column, type }) => `t.${column}${type === 'bigint' ? '::text' : ''} as "${name}"`);
  const values = list.length === 0 ? `'{}'::json` : `(select row_to_json(v) from (select ${list.join(', ')}) v)`;
  return `select t.locale, t.cg_status as status, t.cg_version as version, ${values} as values from ${table} t where t.document_id = ${param(documentId, 'text')}${inLocale(param, locale)} order by t.locale, t.cg_status`;
}

/** SQL for "the document has versions in other locales". */
function hasOthers(param: Param, { model, documentId, locale }: Removed): string {
  if (locale === undefined) return 'false';
  return `exists (select 1 from ${storageOf(model).table} k where k.document_id = ${param(documentId, 'text')} and k.locale <> ${param(locale, 'text')})`;
}

function inLocale(param: Param, locale: string | undefined): string {
  return locale === undefined ? '' : ` and t.locale = ${param(locale, 'text')}`;
}

/** The log keeps no value that no answer contains, and no place in a list. */
function isKept(model: AnyModel, { name, placeOf }: StoredColumn): boolean {
  return placeOf === undefined && !isSecret(model, name, new Set());
}

function isSecret(holder: Holder, name: string, seen: Set<Holder>): boolean {
  const attribute = holder.attributes[name];
  if (attribute === undefined) return false;
  if (attribute.private === true || (attribute.kind === 'scalar' && attribute.type.name === 'password')) return true;
  return componentsIn(attribute).some((component) => {
    if (seen.has(component)) return false;
    seen.add(component);
    return Object.keys(component.attributes).some((each) => isSecret(component, each, seen));
  });
}

/**
 * The documents that a relation connects with the document, and that show this: those that own such a relation, unless
 * only a locale goes, and those that the document itself points at.
 */
function relatedQuery(param: Param, { models }: Content, removed: Removed): string {
  const { model, documentId, locale } = removed;
  const id = param(documentId, 'text');
  const owners = [...models.values()].flatMap((owner) => {
    const { table, relations } = storageOf(owner);
    return [...relations.values()].flatMap((relation) => {
      if (relation.at === 'inverse') return [];
      if (relation.target !== undefined && relation.target !== model) return [];
      const type = `select ${literal(owner.name)} as type, o.document_id as id`;
      const whole = `not ${hasOthers(param, removed)}`;
      if (relation.at === 'column') return [`${type} from ${table} o where o.${relation.column} = ${id} and ${whole}`];
      return [
        `${type} from ${relation.table} l join ${table} o on o.id = l.source_id where l.target_id = ${id} and ${whole}`,
      ];
    });
  });
  const { table, relations } = storageOf(model);
  const own = `from ${table} t`;
  const targets = [...relations.values()].flatMap((relation) => {
    if (relation.at === 'inverse' || !relation.twoWay) return [];
    const where = `where t.document_id = ${id}${inLocale(param, locale)}`;
    const [joined, target] =
      relation.at === 'column'
        ? [own, `t.${relation.column}`]
        : [`${own} join ${relation.table} l on l.source_id = t.id`, 'l.target_id'];
    return [`select d.type, d.id ${joined} join cg_documents d on d.id = ${target} ${where}`];
  });
  const all = [...owners, ...targets];
  return all.length === 0 ? `select null as type, ${id} as id where false` : all.join(' union ');
}
