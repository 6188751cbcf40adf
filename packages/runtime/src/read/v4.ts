import type { ChildPlan, NodePlan } from '../plan/index.js';

type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

/** Documents in the format of Strapi 4: `{ id, documentId, attributes }`, relations below `data`. */
export function toV4(data: Json, node: NodePlan): Json {
  if (Array.isArray(data)) return data.map((item) => toV4(item, node));
  if (data === null || typeof data !== 'object') return data;
  const { id, documentId, ...attributes } = nest(data, node);
  return { ...(id === undefined ? {} : { id }), documentId: documentId ?? null, attributes };
}

/** The values of a row or entry, with its populated children in the format of Strapi 4. */
function nest(values: { [key: string]: Json }, node: NodePlan): { [key: string]: Json } {
  const nested = { ...values };
  for (const child of node.children) {
    const value = nested[child.key];
    if (value !== undefined) nested[child.key] = nestChild(value, child);
  }
  return nested;
}

function nestChild(value: Json, child: ChildPlan): Json {
  if (child.kind === 'edge' && child.edge.kind === 'rows') {
    return child.count ? { data: { attributes: value } } : { data: toV4(value, child.node) };
  }
  // Strapi leaves polymorphic relations as they are, because they have no target.
  if (child.kind === 'morph') return value;
  const nodeOf = (entry: { [key: string]: Json }) =>
    child.kind === 'edge' ? child.node : child.arms.find((arm) => arm.node.holder.name === entry['__component'])?.node;
  const one = (entry: Json): Json => {
    if (entry === null || typeof entry !== 'object' || Array.isArray(entry)) return entry;
    const node = nodeOf(entry);
    return node === undefined ? entry : nest(entry, node);
  };
  return Array.isArray(value) ? value.map(one) : one(value);
}
