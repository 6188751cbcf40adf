export { type FileReach, drawnFileId, fileReachOf, uploaderOf } from './files.js';
export { hashPassword, verifyPassword } from './passwords.js';
export { planReadFor } from './plan-read.js';
export {
  type Action,
  allows,
  authorize,
  may,
  mayNameItself,
  ownerAttributes,
  permits,
  rightsKey,
  rowCondition,
} from './rights.js';
export { type MayCarry, type Reach, mayCarryFor, meetsRowRules, reachOf } from './row-check.js';
export { hashSecret, isSameSecret, tokenCaller } from './tokens.js';
export {
  type WriteRight,
  authorizeWrite,
  changeRight,
  changesDraftsOnly,
  isDraftRight,
  writeRight,
} from './write-rights.js';
