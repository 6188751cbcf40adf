import { identifier, literal } from '../../database/index.js';
import type { Edge } from '../../model/index.js';
import type { NodePlan } from '../../plan/index.js';
import { type Builder, limitClause, whereClause } from '../builder.js';
import { type Joined, elements, joinEdge } from '../edge.js';
import { reportsCount, listDepth } from '../length.js';
import { morphJoin } from '../morph/morph.js';
import { type Source, entrySource, jsonOf, rowSource } from '../source.js';
import type { Effort } from './over-budget.js';

/** How many times the budget may be weighed, because weighing ignores filters and statuses of the last level. */
const SLACK = 4;

/**
 * The lengths of nested lists multiply, so the populated rows are counted level by level before any of them is rendered. A
 * level holds each row once, with the number of paths that lead to it, so the cost follows the data and not the answer,
 * which may grow exponentially. A level that is too heavy ends the search. The last level is counted without looking at
 * its rows; the exact count comes with the answer.
 */
interface Weighing {
  /** `name as materialized (…)` */
  readonly tables: readonly string[];
  /** The number of rows that the answer populates at most. */
  readonly count: string;
  /** Whether the answer may be rendered. */
  readonly withinBudget: string;
  /**
   * The reason why an answer may not be rendered; `unsure` because a quick statement also counts rows that the caller
   * cannot see.
   */
  readonly refusal: 'rows' | 'unsure';
}

/** The table `page` holds the rows of the answer itself. */
export function weigh(sql: Builder, node: NodePlan, page: string, source: Source, effort: Effort): Weighing {
  const scale: Scale = {
    sql,
    limit: sql.param(sql.maxRows * SLACK, 'bigint'),
    tables: [],
    counts: [],
    exact: new Map(),
  };
  weighChildren(scale, node, { from: `${page} a`, source, weight: '1', gate: '' });
  const isRough = effort === 'quick' && scale.exact.size > 0;
  scale.tables.push(`weight(n) as materialized (select ${isRough ? sumOf(scale.counts) : exactSum(scale)})`);
  return {
    tables: scale.tables,
    count: '(select n from weight)',
    withinBudget: `(select n from weight) <= ${scale.limit}`,
    refusal: isRough ? 'unsure' : 'rows',
  };
}

interface Scale {
  readonly sql: Builder;
  readonly limit: string;
  readonly tables: string[];
  readonly counts: string[];
  /** The exact counts, in place of counts that include rows which the caller cannot see. */
  readonly exact: Map<number, string>;
}

/** Rows that the caller cannot see must not refuse an answer, because that would tell their number. */
function exactSum({ limit, counts, exact }: Scale): string {
  if (exact.size === 0) return sumOf(counts);
  const seen = sumOf(counts.map((count, index) => exact.get(index) ?? count));
  return `case when c.n <= ${limit} then c.n else ${seen} end from (select ${sumOf(counts)} as n offset 0) c`;
}

function sumOf(counts: readonly string[]): string {
  return counts.join(' + ') || '0';
}

/** The rows or entries of one node of the plan, each with its weight: the number of paths that lead to it. */
interface Level {
  readonly from: string;
  readonly source: Source;
  readonly weight: string;
  /** A condition that fails if this level is too heavy. */
  readonly gate: string;
}

function weighChildren(scale: Scale, node: NodePlan, level: Level): void {
  const { sql } = scale;
  for (const child of node.children.filter(reportsCount)) {
    if (child.kind === 'edge') {
      const { edge, slice } = child;
      const limit = slice === undefined ? '' : limitClause(sql, slice.limit);
      if (listDepth(child.node) === 0) weighLinks(scale, level, edge, limit);
      else weighFound(scale, level, child.node, joinEdge(sql, edge, level.source), limit);
    } else if (child.kind === 'morph') {
      for (const arm of child.arms) {
        const found = morphJoin(sql, level.source, child, arm);
        if (listDepth(arm.node) === 0) weighLast(scale, level, found, '');
        else weighFound(scale, level, arm.node, found, '');
      }
    } else {
      for (const arm of child.arms.filter(({ node: inside }) => listDepth(inside) > 0)) {
        const alias = sql.alias('e');
        const from = elements(jsonOf(level.source, child.column, child.key), alias);
        const conditions = [`${alias}.value->>'__component' = ${literal(arm.node.holder.name)}`];
        const source = entrySource(alias, level.source.locale);
        weighFound(scale, level, arm.node, { from, conditions, source, order: [] }, '');
      }
    }
  }
}

/** Counts links without joining their targets: reading each target twice is not worth the exact count. */
function weighLinks(scale: Scale, level: Level, edge: Edge, limit: string): void {
  const joined = joinEdge(scale.sql, edge, level.source);
  const isOwner = edge.kind === 'rows' && edge.storage.at === 'link';
  const links = joined.links !== undefined && (isOwner || joined.links.areRows) ? joined.links : joined;
  weighLast(scale, level, links, limit);
  if (!isOwner || !mayHide(scale.sql, joined.source)) return;
  const seen = `select ${level.weight} as n from ${rowsOf(level, joined, limit)} limit ${scale.limit} + 1`;
  scale.exact.set(scale.counts.length - 1, `(select coalesce(sum(y.n), 0) from (${seen}) y)`);
}

/** Whether a link may lead to a row that the caller cannot see. */
function mayHide(sql: Builder, source: Source): boolean {
  return source.kind === 'row' && (source.model.draftAndPublish || sql.guard(source).length > 0);
}

function weighLast(scale: Scale, level: Level, last: Rows, limit: string): void {
  scale.counts.push(`(select coalesce(sum(${level.weight}), 0) from ${rowsOf(level, last, limit)})`);
}

type Rows = Pick<Joined, 'from' | 'conditions'>;

function rowsOf(level: Level, { from, conditions }: Rows, limit: string, columns = '1'): string {
  return `${level.from} cross join lateral (select ${columns} from ${from}${whereClause(conditions)}${limit}) x${level.gate}`;
}

function weighFound(scale: Scale, level: Level, node: NodePlan, found: Joined, limit: string): void {
  const { source } = found;
  const name = scale.sql.alias('w');
  const alias = scale.sql.alias('s');
  const rows = (columns: string) => rowsOf(level, found, limit, columns);
  if (source.kind === 'row') {
    const columns = neededColumns(node).map(identifier);
    const below = rows(columns.map((column) => `${source.alias}.${column}`).join(', '));
    const named = columns.map((column) => `x.${column}`).join(', ');
    scale.tables.push(
      `${name} as materialized (select ${named}, sum(${level.weight}) as cg_weight from ${below} group by ${named})`,
    );
  } else {
    const locale = level.source.locale ?? 'null';
    scale.tables.push(
      `${name} as materialized (select x.value, ${level.weight} as cg_weight, ${locale} as cg_locale from ${rows(`${source.json} as value`)})`,
    );
  }
  const sum = `(select coalesce(sum(cg_weight), 0) from ${name})`;
  scale.counts.push(sum);
  weighChildren(scale, node, {
    from: `${name} ${alias}`,
    source:
      source.kind === 'row'
        ? rowSource(alias, source.model)
        : entrySource(alias, level.source.locale && `${alias}.cg_locale`),
    weight: `${alias}.cg_weight`,
    gate: ` where ${sum} <= ${scale.limit}`,
  });
}

/** The columns that the edges below a row start from. */
function neededColumns(node: NodePlan): readonly string[] {
  const own = node.children.filter(reportsCount).flatMap((child) => {
    if (child.kind === 'zone') return [child.column];
    if (child.kind === 'morph') return child.storage.at === 'column' ? [child.storage.column] : [];
    if (child.edge.kind === 'entries') return [child.edge.column];
    const { storage } = child.edge;
    return storage.at === 'column' || storage.at === 'file' ? [storage.column] : [];
  });
  return [...new Set(['id', 'document_id', 'locale', 'cg_status', ...own])];
}
