import * as attr from './attributes/index.js';
import type { AnyModel } from './model.js';
import { cgFiles } from './tables.js';

/** Files as populate, filters and sort see them: rows without versions. */
export const fileModel: AnyModel = attr.contentType<unknown, Record<string, unknown>>({
  name: 'file',
  plural: 'files',
  uid: 'plugin::upload.file',
  table: cgFiles,
  attributes: {
    name: attr.string(),
    alternativeText: attr.string(),
    caption: attr.string(),
    focalPoint: attr.json(),
    width: attr.integer(),
    height: attr.integer(),
    formats: attr.json(),
    hash: attr.string(),
    ext: attr.string(),
    mime: attr.string(),
    size: attr.decimal(),
    url: attr.string(),
    previewUrl: attr.string(),
    provider: attr.string(),
    provider_metadata: attr.json(),
  },
});
