import type { DescribedType } from './description.js';

/** Whether the caller may create documents of a type, or drafts of documents. */
export function mayCreate({ actions }: Pick<DescribedType, 'actions'>): boolean {
  return actions.includes('create') || (actions.includes('createDraft') && actions.includes('findDraft'));
}

/** Whether the caller may change documents of a type, or their drafts. A form of drafts has to read them. */
export function mayUpdate({ actions }: Pick<DescribedType, 'actions'>): boolean {
  return actions.includes('update') || (actions.includes('updateDraft') && actions.includes('findDraft'));
}
