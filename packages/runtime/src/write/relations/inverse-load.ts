import type { Status } from '../../shape/index.js';
import type { ListChange } from '../../order/index.js';
import { literal } from '../../database/index.js';
import { type Loader, type Param, type Part, opaque } from '../../sql/index.js';
import { movedIn, namedIn, neighboursOf } from './relation-change.js';
import { type InverseRelation, storageOf } from '../../model/index.js';
import { type IdSql, type WriteTarget, editStatus } from '../targets/target.js';

/** A version of an owner that is in the list of the target, or that a change connects. */
export interface OwnerRow {
  readonly id: number;
  readonly doc: string;
  readonly status: Status;
  readonly locale: string;
  readonly linked: boolean;
  /** The place of the owner in the list of the target. */
  readonly rank: string | null;
  /** The last place in the owner's own list, where the owner has such a list. */
  readonly last: string | null;
}

/** The versions of owners that a write of the target changes. */
export function writtenStatuses(target: WriteTarget, relation: InverseRelation): readonly Status[] {
  if (!relation.target.draftAndPublish) return ['published'];
  return target.publish || !target.model.draftAndPublish ? ['draft', 'published'] : ['draft'];
}

/** SQL for the link between a row of the owner `o` and the target. */
function linkOf(relation: InverseRelation, id: string) {
  const { of } = relation;
  const { table } = storageOf(relation.target);
  if (of.at === 'link') {
    return {
      from: `${table} o join ${of.table} l on l.source_id = o.id and l.target_id = ${id}`,
      optional: `${table} o left join ${of.table} l on l.source_id = o.id and l.target_id = ${id}`,
      linked: 'l.target_id is not null',
      rank: 'l.inverse_rank',
      last: `(select k.rank from ${of.table} k where k.source_id = o.id order by k.rank desc limit 1)`,
    };
  }
  const linked = `o.${of.column} = ${id}`;
  return {
    from: `(select * from ${table} where ${of.column} = ${id}) o`,
    optional: `${table} o`,
    linked: `coalesce(${linked}, false)`,
    rank: of.rank === undefined ? 'null::text' : `case when ${linked} then o.${of.rank} end`,
    last: 'null::text',
  };
}

/** Where both types have locales, a write concerns the versions in its own locale, unless locales share the relation. */
function localeCondition(param: Param, target: WriteTarget, relation: InverseRelation): string {
  return target.model.localized && relation.target.localized && !relation.shared
    ? ` and o.locale = ${param(target.locale, 'text')}`
    : '';
}

export function loadOwners(
  loader: Loader,
  target: WriteTarget,
  relation: InverseRelation,
  change: ListChange,
): Part<readonly OwnerRow[]> {
  return loader.list((param) => {
    const link = linkOf(relation, param(target.documentId, 'text'));
    const named = `o.document_id = any(${opaque(param(namedIn(change), 'text[]'), 'text[]')})`;
    const columns = `o.id, o.document_id as doc, o.cg_status as status, o.locale, ${link.linked} as linked, ${link.rank} as rank, ${link.last} as last`;
    const locale = localeCondition(param, target, relation);
    const rows = `select ${columns} from ${link.optional} where ${named}${locale}`;
    // A set replaces the whole list, so the loader needs all members.
    return change.kind === 'set' ? `${rows} union select ${columns} from ${link.from} where true${locale}` : rows;
  });
}

/**
 * Ranks next to the places where a change puts entries, of rows that the change leaves alone. All versions share ranks.
 */
export function loadNeighbourRanks(
  loader: Loader,
  target: WriteTarget,
  relation: InverseRelation,
  change: Extract<ListChange, { kind: 'change' }>,
): Part<readonly { rank: string }[]> {
  const statuses = writtenStatuses(target, relation).map(literal).join(', ');
  return loader.list((param) => {
    const { from, rank } = linkOf(relation, param(target.documentId, 'text'));
    const named = `o.document_id = any(${opaque(param(movedIn(change), 'text[]'), 'text[]')})`;
    const others = `from ${from} where ${rank} is not null and not (${named} and o.cg_status in (${statuses}))`;
    const first = (direction: string, where = '') =>
      `(select ${rank} as rank ${others}${where} order by 1${direction} limit 1)`;
    const ranks = neighboursOf(change, {
      end: first,
      beside: (anchors, side) => {
        const nearest =
          side === 'before' ? first(' desc', ` and ${rank} < a.rank`) : first('', ` and ${rank} > a.rank`);
        return `(select n.rank from (select ${rank} as rank from ${from} where o.document_id = any(${opaque(param(anchors, 'text[]'), 'text[]')}) and o.cg_status = ${literal(editStatus(relation.target))}) a cross join lateral ${nearest} n)`;
      },
    });
    return ranks;
  });
}

/** SQL for the members of the list of a target: replacing the list changes these owners. */
export function membersQuery(relation: InverseRelation, id: IdSql): string {
  return `select o.document_id as id from ${linkOf(relation, id()).from}`;
}
