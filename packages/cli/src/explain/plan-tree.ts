/** A node of PostgreSQL's plan, as `explain (format json)` prints it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Alias?: string;
  readonly Filter?: string;
  readonly 'Sort Key'?: readonly string[];
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Actual Total Time': number;
  readonly 'Plan Rows': number;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly 'Hash Cond'?: string;
  readonly 'Merge Cond'?: string;
  readonly 'Join Filter'?: string;
  /** The name of a part that runs apart from its parent: `CTE page`, `InitPlan 1`. */
  readonly 'Subplan Name'?: string;
  readonly 'CTE Name'?: string;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

interface MeasuredPlan {
  readonly root: PlanNode;
  readonly planningMs: number;
  readonly executionMs: number;
}

/** One line of the plan. */
export interface PlanLine {
  readonly depth: number;
  readonly text: string;
  /** Without the nodes below it. */
  readonly ms: number;
  readonly rows: number;
  readonly expectedRows: number;
  readonly removedRows?: number;
  readonly loops: number;
  /** The conditions of the node: `Filter: (views > 5)`. */
  readonly conditions: readonly string[];
  /** Blocks of 8 kB that the node and the nodes below it found in memory, and those that they read. */
  readonly blocks: { readonly hit: number; readonly read: number };
  /** Takes more time of its own than any other node. */
  readonly isSlowest: boolean;
}

export function readPlan(json: string): MeasuredPlan {
  const [plan]: readonly [{ Plan: PlanNode; 'Planning Time': number; 'Execution Time': number }] = JSON.parse(json);
  return { root: plan.Plan, planningMs: plan['Planning Time'], executionMs: plan['Execution Time'] };
}

/** The nodes from the top, each with the nodes that it reads from below it. */
export function planLines(root: PlanNode): readonly PlanLine[] {
  const parts = new Map(nodesOf(root).flatMap((node) => (node['Subplan Name'] ? [[node['Subplan Name'], node]] : [])));
  const lines = linesOf(root, 0, parts);
  const slowest = Math.max(...lines.map(({ ms }) => ms));
  const first = lines.findIndex(({ ms }) => ms === slowest);
  return lines.map((line, index) => ({ ...line, isSlowest: index === first }));
}

type Parts = ReadonlyMap<string, PlanNode>;

function linesOf(node: PlanNode, depth: number, parts: Parts): readonly Omit<PlanLine, 'isSlowest'>[] {
  const below = node.Plans ?? [];
  const removed = node['Rows Removed by Filter'];
  const line = {
    depth,
    text: titleOf(node),
    ms: ownMs(node, parts),
    rows: node['Actual Rows'] * node['Actual Loops'],
    expectedRows: node['Plan Rows'] * node['Actual Loops'],
    ...(removed === undefined ? {} : { removedRows: removed * node['Actual Loops'] }),
    loops: node['Actual Loops'],
    conditions: conditionsOf(node),
    blocks: { hit: node['Shared Hit Blocks'] ?? 0, read: node['Shared Read Blocks'] ?? 0 },
  };
  return [line, ...below.flatMap((child) => linesOf(child, depth + 1, parts))];
}

/**
 * The time of a node without the nodes that it reads from. PostgreSQL lists a CTE below the node that defines it, but
 * the scan that reads it first waits for it.
 */
function ownMs(node: PlanNode, parts: Parts): number {
  const scanned = node['CTE Name'] === undefined ? undefined : parts.get(`CTE ${node['CTE Name']}`);
  const read = (node.Plans ?? []).filter((child) => !child['Subplan Name']?.startsWith('CTE '));
  const waited = [...read, ...(scanned === undefined ? [] : [scanned])];
  return Math.max(
    0,
    waited.reduce((ms, child) => ms - totalMs(child), totalMs(node)),
  );
}

const conditions = ['Index Cond', 'Recheck Cond', 'Hash Cond', 'Merge Cond', 'Join Filter', 'Filter'] as const;

function conditionsOf(node: PlanNode): readonly string[] {
  return conditions.flatMap((name) => (node[name] === undefined ? [] : [`${name}: ${node[name]}`]));
}

function totalMs(node: PlanNode): number {
  return node['Actual Total Time'] * node['Actual Loops'];
}

function titleOf(node: PlanNode): string {
  const relation = node['Relation Name'] === undefined ? '' : ` on ${node['Relation Name']}`;
  const index = node['Index Name'] === undefined ? '' : ` using ${node['Index Name']}`;
  const sort = node['Sort Key'] === undefined ? '' : ` by ${node['Sort Key'].join(', ')}`;
  const cte = node['CTE Name'] === undefined ? '' : ` on ${node['CTE Name']}`;
  const part = node['Subplan Name'] === undefined ? '' : `${node['Subplan Name']}: `;
  return `${part}${node['Node Type']}${index}${relation}${cte}${sort}`;
}

export function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** A plan that was not run, with expected rows instead of actual ones. `sizes`: the rows of each table. */
export function expectedPlan(node: PlanNode, sizes: ReadonlyMap<string, number>): PlanNode {
  const size = sizes.get(node['Relation Name'] ?? '') ?? 0;
  const rows = node['Plan Rows'];
  return {
    ...node,
    'Actual Rows': rows,
    'Actual Loops': 1,
    ...(node.Filter === undefined ? {} : { 'Rows Removed by Filter': Math.max(0, size - rows) }),
    ...(node.Plans === undefined ? {} : { Plans: node.Plans.map((child) => expectedPlan(child, sizes)) }),
  };
}
