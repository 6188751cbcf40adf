export { createContent } from './create-content.js';
export { type OpenDocuments, compileDocuments } from './documents.js';
