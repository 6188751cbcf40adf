/** The log of changes: what writes note, and what readers of the log get. */
export { keepLog } from './keep.js';
export { isNoting, noteChange, noting } from './note.js';
export type { LoggedChange } from './columns.js';
export { readChanges } from './read.js';
export { noteVersions, updateVersions } from './versions.js';
