/** The rules that stored content follows: for `content-gen import` and `export`. */
export { strapiHash } from './access/tokens.js';
export { CHANGE_POINT } from './model/change-rows.js';
export { roundDecimal } from './model/attributes/decimal.js';
export { isStorableInteger } from './model/attributes/integer.js';
export { newDocumentId } from './write/versions/document-id.js';
export { rankAt } from './order/rank.js';
export { hasUnstorable } from './model/attributes/storable.js';
export { parseDate, parseDatetime, parseTime } from './model/attributes/moments.js';
export { plainUsername } from './users/username.js';
export { roleDocumentId } from './model/role-model.js';
export { defaultUpload } from './content/upload-settings.js';
export { storedExtension } from './upload/file-type/stored-extension.js';
export { isKey, keyOf } from './upload/storage/keys.js';
export { openStaging } from './upload/storage/staging.js';
export { openStorage } from './upload/storage/storage.js';
export type { Storage, Staging } from './content/uploads.js';
