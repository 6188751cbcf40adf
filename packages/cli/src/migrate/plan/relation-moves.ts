import type { ModelState, RelationState, State } from '../state/state.js';
import { type Statement, evenKey, id, statement, sqlText } from './statement.js';

interface Moves {
  readonly statements: readonly Statement[];
  /** Tables and columns (`articles.author`) whose content has been copied, so that dropping them loses nothing. */
  readonly emptied: ReadonlySet<string>;
}

/** Copies relations to their new storage. The old and the new storage both exist at this point. */
export function moveRelations(old: ModelState, next: State): Moves {
  const statements: Statement[] = [];
  const emptied = new Set<string>();
  for (const [name, type] of Object.entries(next.model.types)) {
    for (const [key, now] of Object.entries(type.attributes)) {
      const before = old.types[name]?.attributes[key];
      if (before?.kind !== 'relation' || now.kind !== 'relation') continue;
      const move = { name: `${name}.${key}`, key, owner: type.table, hasDrafts: type.draftAndPublish, before, now };
      statements.push(...moved(move, emptied));
      const target = now.target;
      if (target !== undefined && target !== before.target) statements.push(unlinkOthers(move, target));
    }
  }
  return { statements, emptied };
}

interface Move {
  readonly name: string;
  readonly key: string;
  readonly owner: string;
  readonly hasDrafts: boolean;
  readonly before: RelationState & { readonly column: string };
  readonly now: RelationState & { readonly column: string };
}

function moved({ name, key, owner, hasDrafts, before, now }: Move, emptied: Set<string>): readonly Statement[] {
  if (before.storage.at === 'column' && now.storage.at === 'link') {
    emptied.add(`${owner}.${before.column}`);
    if (before.storage.rank !== undefined) emptied.add(`${owner}.${before.storage.rank}`);
    const copy = statement('safe', `copies ${name} into its link table`, intoLinks(owner, before, now));
    if (!hasDrafts) return [copy];
    const reason = `marks drafts whose ${name} differs from the published one`;
    return [copy, statement('safe', reason, markDrafts(owner, before.column, key))];
  }
  if (before.storage.at === 'link' && now.storage.at === 'column') {
    emptied.add(before.storage.table);
    const lost = `keeps only the first target of ${name}${now.exclusive ? ', and only the first owner of each target' : ''}`;
    return [statement('loses data', lost, intoColumn(owner, before.storage.table, now))];
  }
  if (before.storage.at === 'column' && now.storage.at === 'column') {
    const { rank } = now.storage;
    if (before.storage.rank !== undefined && rank === undefined) emptied.add(`${owner}.${before.storage.rank}`);
    if (before.storage.rank !== undefined || rank === undefined) return [];
    const sql = `UPDATE ${id(owner)} SET ${id(rank)} = ${evenKey('p.n')} FROM (${columnPositions(owner, now.column)}) p WHERE p."id" = ${id(owner)}."id"`;
    return [statement('rewrites', `orders the other side of ${name}`, sql)];
  }
  if (now.storage.at !== 'link' || before.twoWay || !now.twoWay) return [];
  const link = id(now.storage.table);
  const positions = linkPositions(owner, now.storage.table);
  // A relation that had another side before has lists with old places; links that came later have none.
  const isIncomplete = `EXISTS (SELECT 1 FROM ${link} n WHERE n."target_id" = ${link}."target_id" AND n."inverse_rank" IS NULL)`;
  const sql = `UPDATE ${link} SET "inverse_rank" = ${evenKey('p.n')} FROM (${positions}) p WHERE p."source_id" = ${link}."source_id" AND p."target_id" = ${link}."target_id" AND ${isIncomplete}`;
  return [statement('rewrites', `orders the other side of ${name}`, sql)];
}

function intoLinks(owner: string, before: Move['before'], now: Move['now']): string {
  const link = now.storage.at === 'link' ? now.storage.table : '';
  const { column, storage } = before;
  const rank = storage.at === 'column' ? storage.rank : undefined;
  const inverse = now.twoWay ? evenKey('p.n') : 'NULL';
  return (
    `INSERT INTO ${id(link)} ("source_id", "target_id", "rank", "inverse_rank") ` +
    `SELECT o."id", o.${id(column)}, ${evenKey('1')}, ${inverse} FROM ${id(owner)} o JOIN (${columnPositions(owner, column, rank)}) p ON p."id" = o."id"`
  );
}

function intoColumn(owner: string, link: string, { column, storage, exclusive }: Move['now']): string {
  const rank = storage.at === 'column' ? storage.rank : undefined;
  const first = `SELECT DISTINCT ON (l."source_id") l.*, p.n FROM ${id(link)} l JOIN (${linkPositions(owner, link)}) p ON p."source_id" = l."source_id" AND p."target_id" = l."target_id" ORDER BY l."source_id", l."rank"`;
  const alone = `SELECT DISTINCT ON (f."target_id", o."locale", o."cg_status") f.* FROM (${first}) f JOIN ${id(owner)} o ON o."id" = f."source_id" ORDER BY f."target_id", o."locale", o."cg_status", o."id"`;
  const set = [`${id(column)} = f."target_id"`];
  if (rank !== undefined) set.push(`${id(rank)} = ${evenKey('f.n')}`);
  return `UPDATE ${id(owner)} SET ${set.join(', ')} FROM (${exclusive ? alone : first}) f WHERE f."source_id" = ${id(owner)}."id"`;
}

/** Publishing copies columns, but only those lists whose draft is marked as different. */
function markDrafts(owner: string, column: string, key: string): string {
  const twins = `p."document_id" = d."document_id" AND p."locale" = d."locale" AND p."cg_status" = 'published' AND d."cg_status" = 'draft'`;
  return (
    `UPDATE ${id(owner)} d SET "cg_diverged" = array_append(d."cg_diverged", ${sqlText(key)}) FROM ${id(owner)} p ` +
    `WHERE ${twins} AND d.${id(column)} IS DISTINCT FROM p.${id(column)} AND NOT ${sqlText(key)} = ANY (d."cg_diverged")`
  );
}

/**
 * The versions of one document share a position in the list of the target. Documents keep the places that they have;
 * others come behind them, in the order of their creation.
 */
function columnPositions(owner: string, column: string, rank?: string): string {
  const place = rank === undefined ? 'NULL' : `min(${id(rank)}) OVER (PARTITION BY "document_id", ${id(column)})`;
  const first = `SELECT "id", ${id(column)} AS "target", ${place} AS "place", min("id") OVER (PARTITION BY "document_id") AS "first" FROM ${id(owner)} WHERE ${id(column)} IS NOT NULL`;
  return `SELECT "id", dense_rank() OVER (PARTITION BY "target" ORDER BY "place" NULLS LAST, "first") AS n FROM (${first}) s`;
}

function linkPositions(owner: string, link: string): string {
  const place = `min(l."inverse_rank") OVER (PARTITION BY l."target_id", o."document_id")`;
  const first = `SELECT l."source_id", l."target_id", ${place} AS "place", min(o."id") OVER (PARTITION BY o."document_id") AS "first" FROM ${id(link)} l JOIN ${id(owner)} o ON o."id" = l."source_id"`;
  return `SELECT "source_id", "target_id", dense_rank() OVER (PARTITION BY "target_id" ORDER BY "place" NULLS LAST, "first") AS n FROM (${first}) s`;
}

/** Removes links to documents of other types from a relation that now has one target type. */
function unlinkOthers({ name, owner, now }: Move, target: string): Statement {
  const other = `SELECT 1 FROM "cg_documents" d WHERE d."type" <> ${sqlText(target)} AND d."id"`;
  const reason = `${name} only points at ${target} now, so links to other documents are deleted`;
  if (now.storage.at === 'link') {
    return statement(
      'loses data',
      reason,
      `DELETE FROM ${id(now.storage.table)} l WHERE EXISTS (${other} = l."target_id")`,
    );
  }
  const set = [now.column, ...(now.storage.rank === undefined ? [] : [now.storage.rank])];
  const nulls = set.map((column) => `${id(column)} = NULL`).join(', ');
  return statement(
    'loses data',
    reason,
    `UPDATE ${id(owner)} o SET ${nulls} WHERE EXISTS (${other} = o.${id(now.column)})`,
  );
}
