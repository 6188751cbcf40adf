/** The verbs of writing. Each of them is a few lines over `pipeline.ts` or, for versions as a whole, over `versions/`. */
export { act, actSingle } from './actions.js';
export { create } from './create.js';
export { remove, removeSingle } from './remove.js';
export { saveSingle, update } from './update.js';
