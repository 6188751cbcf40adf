import type { Document, FileType } from '../shape/index.js';

export type { FileFormat as MediaFormat } from '../shape/index.js';

/** A file record. */
export type Media = Document<FileType>;

/** A component entry as it is stored: with ids instead of documents and files. */
export interface StoredEntry {
  id: number;
  documentId: string;
  __component?: string;
  [attribute: string]: unknown;
}
