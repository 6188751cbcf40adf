import { inChunk } from '../../design/chunk.js';
import { AttributeFields } from '../fields/attribute-fields.js';
import type { FormParts } from '../inputs/form-context.js';

/** The form of a new document is loaded when a relation needs it. */
export const formParts: FormParts = {
  AttributeFields,
  CreateDialog: inChunk(() => import('./create-dialog.js'), null),
};
