import type { ModelState, RelationState, State } from '../state/state.js';
import { type Statement, evenKey, id, statement, text } from './statement.js';

export interface Moves {
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
      const move = { name: `${name}.${key}`, owner: type.table, before, now };
      statements.push(...moved(move, emptied));
      const target = now.target;
      if (target !== undefined && target !== before.target) statements.push(unlinkOthers(move, target));
    }
  }
  return { statements, emptied };
}

interface Move {
  readonly name: string;
  readonly owner: string;
  readonly before: RelationState & { readonly column: string };
  readonly now: RelationState & { readonly column: string };
}

function moved({ name, owner, before, now }: Move, emptied: Set<string>): readonly Statement[] {
  if (before.storage.at === 'column' && now.storage.at === 'link') {
    emptied.add(`${owner}.${before.column}`);
    if (before.storage.rank !== undefined) emptied.add(`${owner}.${before.storage.rank}`);
    return [statement('safe', `copies ${name} into its link table`, intoLinks(owner, before, now))];
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
  const sql = `UPDATE ${link} SET "inverse_rank" = ${evenKey('p.n')} FROM (${positions}) p WHERE p."source_id" = ${link}."source_id" AND p."target_id" = ${link}."target_id" AND ${link}."inverse_rank" IS NULL`;
  return [statement('rewrites', `orders the other side of ${name}`, sql)];
}

function intoLinks(owner: string, before: Move['before'], now: Move['now']): string {
  const link = now.storage.at === 'link' ? now.storage.table : '';
  const { column, storage } = before;
  const kept = storage.at === 'column' && storage.rank !== undefined ? `o.${id(storage.rank)}` : undefined;
  const fresh = evenKey('p.n');
  const inverse = !now.twoWay ? 'NULL' : kept === undefined ? fresh : `coalesce(${kept}, ${fresh})`;
  return (
    `INSERT INTO ${id(link)} ("source_id", "target_id", "rank", "inverse_rank") ` +
    `SELECT o."id", o.${id(column)}, ${evenKey('1')}, ${inverse} FROM ${id(owner)} o JOIN (${columnPositions(owner, column)}) p ON p."id" = o."id"`
  );
}

function intoColumn(owner: string, link: string, { column, storage, exclusive }: Move['now']): string {
  const rank = storage.at === 'column' ? storage.rank : undefined;
  const first = `SELECT DISTINCT ON (l."source_id") l.*, p.n FROM ${id(link)} l JOIN (${linkPositions(owner, link)}) p ON p."source_id" = l."source_id" AND p."target_id" = l."target_id" ORDER BY l."source_id", l."rank"`;
  const alone = `SELECT DISTINCT ON (f."target_id", o."locale", o."cg_status") f.* FROM (${first}) f JOIN ${id(owner)} o ON o."id" = f."source_id" ORDER BY f."target_id", o."locale", o."cg_status", o."id"`;
  const set = [`${id(column)} = f."target_id"`];
  if (rank !== undefined) set.push(`${id(rank)} = coalesce(f."inverse_rank", ${evenKey('f.n')})`);
  return `UPDATE ${id(owner)} SET ${set.join(', ')} FROM (${exclusive ? alone : first}) f WHERE f."source_id" = ${id(owner)}."id"`;
}

/**
 * The versions of one document share a position in the list of the target. Documents are in the order of their
 * creation.
 */
function columnPositions(owner: string, column: string): string {
  const first = `SELECT "id", ${id(column)} AS "target", min("id") OVER (PARTITION BY "document_id") AS "first" FROM ${id(owner)} WHERE ${id(column)} IS NOT NULL`;
  return `SELECT "id", dense_rank() OVER (PARTITION BY "target" ORDER BY "first") AS n FROM (${first}) s`;
}

function linkPositions(owner: string, link: string): string {
  const first = `SELECT l."source_id", l."target_id", min(o."id") OVER (PARTITION BY o."document_id") AS "first" FROM ${id(link)} l JOIN ${id(owner)} o ON o."id" = l."source_id"`;
  return `SELECT "source_id", "target_id", dense_rank() OVER (PARTITION BY "target_id" ORDER BY "first") AS n FROM (${first}) s`;
}

/** Removes links to documents of other types from a relation that now has one target type. */
function unlinkOthers({ name, owner, now }: Move, target: string): Statement {
  const other = `SELECT 1 FROM "cg_documents" d WHERE d."type" <> ${text(target)} AND d."id"`;
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
