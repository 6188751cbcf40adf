export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

/** The scans and sorts that ran, with their number of rows. */
export function summaryOf(explained: unknown): string;
export function nodesIn(node: PlanNode): readonly PlanNode[];
