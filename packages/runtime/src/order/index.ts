export {
  type Connect,
  type ListChange,
  type MissingAnchor,
  type Place,
  anchorOf,
  applyChange,
  missingAnchor,
} from './operations.js';
export { place } from './placement.js';
export { keyAfter, keysBetween, MAX_RANK_LENGTH } from './rank.js';
