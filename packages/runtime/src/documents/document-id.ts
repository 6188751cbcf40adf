import { ValidationError } from '../errors/index.js';

/**
 * Refuses an id that no document has. Compiled code has no types, so a call may come without an id, and would then read
 * or create another document. PostgreSQL stores no NUL, and paths of requests have none.
 */
export function checkDocumentId(documentId: unknown): void {
  if (typeof documentId === 'string' && !documentId.includes('\0')) return;
  throw new ValidationError('documentId must be the id of a document', { path: 'documentId' });
}
