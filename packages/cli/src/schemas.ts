/** The build writes these schemas into the package. */
export { schemas } from './editor/index.js';
