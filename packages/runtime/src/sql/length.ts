import type { ChildPlan, NodePlan } from '../plan/plan.js';

/** Whether a child, or something below it, is a list of rows: what the row budget is about. */
export function isLong(child: ChildPlan): boolean {
  return depthOf(child) > 0;
}

/** How many lists of rows are nested in a node: lists within lists multiply. */
export function listDepth(node: NodePlan): number {
  return Math.max(0, ...node.children.map(depthOf));
}

function depthOf(child: ChildPlan): number {
  if (child.count) return 0;
  const own =
    child.kind === 'zone'
      ? 0
      : child.kind === 'morph'
        ? Number(child.many)
        : Number(child.edge.many && child.edge.kind === 'rows');
  const nodes = child.kind === 'edge' ? [child.node] : child.arms.map((arm) => arm.node);
  return own + Math.max(0, ...nodes.map(listDepth));
}
