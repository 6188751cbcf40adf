import type { ChildPlan, NodePlan } from '../plan/index.js';

/** Whether a child is a list of rows or contains one. Such a child reports its number of rows for the row budget. */
export function reportsCount(child: ChildPlan): boolean {
  return depthOf(child) > 0;
}

/** How many lists of rows are nested in a node. The lengths of nested lists multiply. */
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
