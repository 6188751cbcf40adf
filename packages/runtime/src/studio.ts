/** The studio, for editors in development and in production. */
export { studio } from './http/studio/app.js';
export type * from './http/studio/description.js';
