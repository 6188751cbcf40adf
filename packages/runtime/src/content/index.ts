export { BoundedCache } from './bounded-cache.js';
export {
  type Caller,
  type Content,
  type ContentDefinition,
  type Scope,
  type SignedIn,
  type ContentOptions,
  closeContent,
  contentFor,
  claim,
  contentOf,
  findContent,
  startContent,
  withoutClient,
} from './content.js';
export type { DocumentsApi, OpenTransaction, Transaction } from './documents.js';
export type { DocumentEvent, HookEvent, TypeHooks } from './hooks.js';
export { type CompiledPermissions, type Use, CALLER } from './permissions.js';
export { type ApiSettings, type RowFilter, type Settings, type TokenSettings, defaultRest } from './settings.js';
export type { DigestedAnswer, CachedResponse, ResponseCache } from './response-cache.js';
export {
  type CachedStatement,
  type CountedTotal,
  type KnownToken,
  type TokenLookup,
  type VerifiedSession,
  isDevelopment,
} from './state.js';
export type { Mail, MailSender } from './users-settings.js';
export {
  type ImageLimits,
  type S3StorageSettings,
  type UploadSettings,
  defaultImages,
  defaultUpload,
} from './upload-settings.js';
export type {
  Inspection,
  Intent,
  Ledger,
  RecordFile,
  StagedFile,
  Staging,
  StagingFolder,
  Storage,
  StoredFile,
  Uploads,
} from './uploads.js';
