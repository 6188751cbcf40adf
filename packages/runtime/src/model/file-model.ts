import { contentType } from './attributes/definitions.js';
import { decimal, integer, json, string } from './attributes/scalars.js';
import type { AnyModel } from './model.js';
import { FILE_UID } from './names.js';
import { cgFiles } from './tables.js';

/** Files as populate, filters and sort see them. Files have no versions. */
export const fileModel: AnyModel = contentType<Record<string, unknown>>({
  name: 'file',
  plural: 'files',
  uid: FILE_UID,
  table: cgFiles,
  attributes: {
    name: string(),
    alternativeText: string(),
    caption: string(),
    focalPoint: json(),
    width: integer(),
    height: integer(),
    formats: json(),
    hash: string(),
    ext: string(),
    mime: string(),
    size: decimal(),
    url: string(),
    previewUrl: string(),
    provider: string(),
    provider_metadata: json(),
  },
});
