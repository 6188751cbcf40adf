import type { Settings } from '@content-gen/runtime';

import { type GeneratedFile, openapiMarker } from '../files/generated-file.js';
import type { ContentModel } from '../model/model.js';
import { openapiDocument } from './document.js';
import { jsonText } from './json-text.js';

export { type DocumentedEndpoint, documentedEndpoints, openapiDocument } from './document.js';
export { jsonText } from './json-text.js';

/** `openapi.json`: the API for programs that read OpenAPI. */
export function openapiFile(model: ContentModel, settings: Settings): GeneratedFile {
  const document = { ...openapiMarker, ...openapiDocument(model, settings) };
  return { path: 'openapi.json', content: jsonText(document) };
}
