import type { DescribedType, Description } from '../../data/description.js';
import type { Body } from './to-body.js';

/**
 * The body of a new document with its owner. A rule such as “only own documents” demands that the document names the
 * caller, who may lack the right to see users, and then has no control for that in the form.
 */
export function withOwner(body: Body, { owners, attributes }: DescribedType, { caller }: Description): Body {
  if (caller.kind !== 'user') return body;
  const missing = owners.filter((name) => !(name in body));
  const isList = (name: string) => attributes.some((each) => each.name === name && 'many' in each && each.many);
  const own = missing.map((name) => [name, isList(name) ? [caller.documentId] : caller.documentId] as const);
  return { ...body, ...Object.fromEntries(own) };
}
