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
  readonly Plans?: readonly PlanNode[];
}

export interface MeasuredPlan {
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
  /** Takes more time of its own than any other node. */
  readonly isSlowest: boolean;
}

export function readPlan(json: string): MeasuredPlan {
  const [plan]: readonly [{ Plan: PlanNode; 'Planning Time': number; 'Execution Time': number }] = JSON.parse(json);
  return { root: plan.Plan, planningMs: plan['Planning Time'], executionMs: plan['Execution Time'] };
}

/** The nodes from the top, each with the nodes that it reads from below it. */
export function planLines(root: PlanNode): readonly PlanLine[] {
  const lines = linesOf(root, 0);
  const slowest = Math.max(...lines.map(({ ms }) => ms));
  const first = lines.findIndex(({ ms }) => ms === slowest);
  return lines.map((line, index) => ({ ...line, isSlowest: index === first }));
}

function linesOf(node: PlanNode, depth: number): readonly Omit<PlanLine, 'isSlowest'>[] {
  const below = node.Plans ?? [];
  const removed = node['Rows Removed by Filter'];
  const own = totalMs(node) - below.reduce((sum, child) => sum + totalMs(child), 0);
  const line = {
    depth,
    text: titleOf(node),
    ms: Math.max(0, own),
    rows: node['Actual Rows'] * node['Actual Loops'],
    expectedRows: node['Plan Rows'] * node['Actual Loops'],
    ...(removed === undefined ? {} : { removedRows: removed * node['Actual Loops'] }),
  };
  return [line, ...below.flatMap((child) => linesOf(child, depth + 1))];
}

function totalMs(node: PlanNode): number {
  return node['Actual Total Time'] * node['Actual Loops'];
}

function titleOf(node: PlanNode): string {
  const relation = node['Relation Name'] === undefined ? '' : ` on ${node['Relation Name']}`;
  const index = node['Index Name'] === undefined ? '' : ` using ${node['Index Name']}`;
  const sort = node['Sort Key'] === undefined ? '' : ` by ${node['Sort Key'].join(', ')}`;
  return `${node['Node Type']}${index}${relation}${sort}`;
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
