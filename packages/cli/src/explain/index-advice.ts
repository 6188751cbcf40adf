import type { ContentModel } from '../model/model.js';
import { type DefinitionOption, type MissingIndex, optionFor } from './definition-option.js';
import { type PlanNode, nodesOf } from './plan-tree.js';

/** An index that would save work. */
export interface IndexAdvice {
  readonly reason: string;
  /** The statement that builds the index. */
  readonly sql: string;
  /** The option that makes the index a part of the definition, which is a better place than a statement. */
  readonly option?: DefinitionOption;
}

/** An index, before it is known whether a definition can have it. */
interface Wanted extends MissingIndex {
  readonly reason: string;
  readonly sql: string;
}

/** Fewer rows are read faster than an index is. */
const manyRows = 1_000;
/** A filter that keeps more rows than this part of them hardly gains from an index. */
const selective = 0.1;

/** Every list compares these columns, and an index on them exists. */
const versionColumns = new Set(['id', 'document_id', 'cg_status', 'locale']);

/** The indexes that a plan lacks: for filters that remove most rows, and for sorting many of them. */
export function adviseIndexes(root: PlanNode, model: ContentModel): readonly IndexAdvice[] {
  const all = nodesOf(root).flatMap((node) => filterAdvice(node) ?? sortAdvice(node) ?? []);
  return [...new Map(all.map((wanted) => [wanted.sql, wanted])).values()].map(({ reason, sql, ...index }) => {
    const option = optionFor(model, index);
    return { reason, sql, ...(option === undefined ? {} : { option }) };
  });
}

function filterAdvice(node: PlanNode): Wanted | undefined {
  const { Filter: filter, Alias: alias, 'Relation Name': table } = node;
  const loops = node['Actual Loops'];
  const removed = (node['Rows Removed by Filter'] ?? 0) * loops;
  const kept = node['Actual Rows'] * loops;
  if (filter === undefined || alias === undefined || table === undefined) return undefined;
  if (removed < manyRows || kept > selective * (kept + removed)) return undefined;
  const reason = `${node['Node Type']} on ${table} reads ${kept + removed} rows to find ${kept}`;
  const [matched] = columnsIn(filter, alias, '!?~~\\*?');
  if (matched !== undefined && !filter.includes('!~~')) {
    return { reason, sql: trigram(table, matched), table, columns: ascending([matched]), isTrigram: true };
  }
  const columns = columnsIn(filter, alias, '(?:=|<|>|<=|>=)(?! ALL)');
  if (columns.length === 0) return undefined;
  return { reason, sql: btree(table, columns), table, columns: ascending(columns), isTrigram: false };
}

function sortAdvice(node: PlanNode): Wanted | undefined {
  const keys = node['Sort Key'];
  const input = node.Plans?.[0];
  if (keys === undefined || input === undefined) return undefined;
  const rows = input['Actual Rows'] * input['Actual Loops'];
  const scan = nodesOf(input).find((below) => below['Relation Name'] !== undefined);
  const sorted = keys.map((key) => new RegExp(`^${scan?.Alias}\\."?(\\w+)"?( DESC)?$`).exec(key));
  const columns = sorted.flatMap((match) =>
    match?.[1] === undefined ? [] : [{ name: match[1], isDescending: match[2] !== undefined }],
  );
  if (rows < manyRows || scan?.['Relation Name'] === undefined || columns.length < keys.length) return undefined;
  const terms = columns.filter(({ name }) => !versionColumns.has(name));
  const own = terms.map(({ name }) => name);
  if (own.length === 0) return undefined;
  const table = scan['Relation Name'];
  const reason = `Sort on ${table} orders ${rows} rows by ${own.join(', ')}`;
  return { reason, sql: btree(table, [...own, 'id']), table, columns: terms, isTrigram: false };
}

function ascending(columns: readonly string[]): MissingIndex['columns'] {
  return columns.map((name) => ({ name, isDescending: false }));
}

/** The columns that a condition compares with an operator. */
function columnsIn(filter: string, alias: string, operator: string): readonly string[] {
  const pattern = new RegExp(`\\b${alias}\\."?(\\w+)"?\\)?(?:::[a-z ]+)?\\)? ${operator} `, 'g');
  const found = [...filter.matchAll(pattern)].flatMap((match) => match[1] ?? []);
  return [...new Set(found)].filter((column) => !versionColumns.has(column));
}

function btree(table: string, columns: readonly string[]): string {
  return `create index concurrently on "${table}" (cg_status, locale, ${columns.map((one) => `"${one}"`).join(', ')});`;
}

function trigram(table: string, column: string): string {
  return `create extension if not exists pg_trgm; create index concurrently on "${table}" using gin ("${column}" gin_trgm_ops);`;
}
