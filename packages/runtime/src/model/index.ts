export {
  type Attribute,
  type ComponentAttribute,
  type DynamicZone,
  type MediaAttribute,
  type MediaClass,
  type MorphInverse,
  type Relation,
  type Scalar,
  componentsIn,
  isList,
  isUnique,
  mediaClassOf,
} from './attributes/attribute.js';
export { hasUnstorable, holdsUnstorable, isTooDeep } from './attributes/storable.js';
export { roundDecimal } from './attributes/decimal.js';
export { INTEGER, isStorableInteger } from './attributes/integer.js';
export { type ParsedMoment, parseDate, parseDatetime, parseTime } from './attributes/moments.js';
export { humanName } from './human-name.js';
export type { ScalarName, ScalarType } from './attributes/scalar.js';
export { textType } from './attributes/scalars.js';
export { CHANGE_DAYS, areChangesDue } from './change-log.js';
export { FINAL_BELOW } from './change-rows.js';
export { compileAll } from './compiled.js';
export { fileModel } from './file-model.js';
export type { AnyComponent, AnyModel, Holder, Model, Studio } from './model.js';
export { type Edge, type EntryEdge, type ScalarField, type Named, type RowEdge, type Uses, HIDDEN } from './names.js';
export { type NeededColumn, neededColumns } from './needed-columns.js';
export type { StoredByHolder, StoredByTarget } from './relation-storage.js';
export { roleDocumentId, roleModel } from './role-model.js';
export {
  type ColumnRelation,
  type InverseRelation,
  type LinkRelation,
  type OwnedColumn,
  type OwnedLink,
  type RelationStorage,
  type TypeStorage,
  type StoredColumn,
  type UniqueColumn,
  isShared,
  storageOf,
} from './storage.js';
export { type Values, componentOf, entriesIn } from './stored-values.js';
export { isRowId } from './row-id.js';
export { cgFiles } from './tables.js';
export { isCounted } from './total-counters.js';
export { findUserModel, USER_UID, userModel } from './user-model.js';
export type { Media, MediaFormat, StoredEntry } from './values.js';
