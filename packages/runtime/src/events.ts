/** The log of changes: its table, for the schema of a project with `events`, and its readers. */
export { cgChangeId, cgChanges } from './model/change-tables.js';
export { type ChangeFilter, listChanges } from './changes/list.js';
export { type ChangePage, type ChangesAfter, readChanges } from './changes/read.js';
export type { ChangeColumns, DeletedVersion, LoggedChange } from './changes/columns.js';
