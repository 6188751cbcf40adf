export type * from './attribute.js';
export * from './definitions.js';
export * from './embedded.js';
export * from './relations.js';
export * from './scalars.js';
