import type { Target } from '../targets/target.js';
import type { InverseWork } from './inverse.js';

/** Whether the written document itself enters its own list or leaves it, in a relation of a type to itself. */
export function ownMove({ documentId }: Target, { link, unlink }: InverseWork): 'enters' | 'leaves' | undefined {
  if (link.some(({ row }) => row.doc === documentId && !row.linked)) return 'enters';
  return unlink.some(({ doc }) => doc === documentId) ? 'leaves' : undefined;
}
