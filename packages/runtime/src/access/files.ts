import type { Caller, Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import type { AnyModel } from '../model/index.js';
import { allows, permits } from './rights.js';

/** A stored file that a body names. */
export interface NamedFile {
  /** The value of `uploaderOf` at its upload; `null` for a file that no request uploaded. */
  readonly uploader: string | null;
  /** The body names its row id, which can be guessed, and not its document id. */
  readonly isByRow: boolean;
}

/** The limits of a caller who may not see all files. */
export interface FileReach {
  readonly mayAttach: (file: NamedFile) => boolean;
  /** Whether the caller sees the files in an attribute of a document that it reads. */
  readonly maySeeIn: (attribute: string) => boolean;
  /** Whether the caller may change a document, and so sees it in the answer. */
  readonly mayChange: (executor: Executor, documentId: string) => Promise<boolean>;
}

const SEEING = ['find', 'findOne', 'findPage'];
const ANONYMOUS = 'public';

/**
 * The files that a caller may attach to documents of a type; `undefined` if all of them. Attaching a file shows it, so a
 * caller without a right to see files may attach those that it uploaded. Anonymous callers cannot be told apart, so each
 * of them must know the document id, which only the answer to the upload tells. In Strapi a row id is enough.
 */
export function fileReachOf(scope: Scope, model: AnyModel, mayChange: FileReach['mayChange']): FileReach | undefined {
  if (SEEING.some((action) => permits(scope, 'upload', action))) return undefined;
  const own = uploaderOf(scope.caller);
  const rowsSuffice = own !== ANONYMOUS || scope.content.settings.api.responses === 'strapi';
  return {
    mayAttach: ({ uploader, isByRow }) => uploader === own && (rowsSuffice || !isByRow),
    maySeeIn: (attribute) => allows(scope, model, attribute, 'read'),
    mayChange,
  };
}

/** The name that the record of a file keeps of its uploader. */
export function uploaderOf(caller: Caller): string {
  if (caller.kind === 'token') return `token ${caller.name}`;
  return caller.user === undefined ? ANONYMOUS : `user ${caller.user.documentId}`;
}
