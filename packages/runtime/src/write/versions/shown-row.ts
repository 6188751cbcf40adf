import type { DocumentRow, RowDocument } from '../../sql/index.js';
import type { Status } from '../targets/target.js';

/** The row that the answer to a write consists of. */
export interface ShownRow {
  readonly status: Status;
  readonly document: RowDocument;
}

/** The same, with the place where the statement that writes the row leaves it. */
export interface KeptRow extends ShownRow {
  readonly keep: (row: DocumentRow) => void;
}
