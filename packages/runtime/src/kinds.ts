/** The types that generated code is made of: kinds of attributes, and what follows from them. */
export type * from './shape/index.js';
