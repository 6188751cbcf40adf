/** The tables of the runtime itself, for the schema of a project. */
export * from './model/tables.js';
export { CHANGES_PARTITIONED, changeFunctions } from './model/change-log.js';
export { fullTextFunctions } from './model/full-text.js';
export { linkFunctions } from './model/link-versions.js';
export { totalFunctions } from './model/total-counters.js';
