import { randomBytes } from 'node:crypto';

import type { Caller, Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import type { AnyModel } from '../model/index.js';
import { allows, permits } from './rights.js';

/** A stored file that a body names. */
interface NamedFile {
  /** The value of `uploaderOf` at its upload; `null` for a file that no request uploaded. */
  readonly uploader: string | null;
  /** The row id, if the body names the file by row id and not by document id. */
  readonly row: number | undefined;
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
 * The files that a caller may attach to documents of a type; `undefined` if the caller may attach all files. Attaching
 * a file shows the file, so a caller without a right to see files may attach the files that the same caller uploaded.
 * Anonymous callers cannot be told apart, so an anonymous caller must know an id that cannot be guessed, because only
 * the answer to the upload tells such an id. Clients of Strapi name files by row id.
 */
export function fileReachOf(scope: Scope, model: AnyModel, mayChange: FileReach['mayChange']): FileReach | undefined {
  if (seesFiles(scope)) return undefined;
  const own = uploaderOf(scope.caller);
  const isStrapi = scope.content.settings.api.responses === 'strapi';
  return {
    mayAttach: ({ uploader, row }) =>
      uploader === own && (own !== ANONYMOUS || row === undefined || (isStrapi && row >= FIRST_DRAWN)),
    maySeeIn: (attribute) => allows(scope, model, attribute, 'read'),
    mayChange,
  };
}

function seesFiles(scope: Scope): boolean {
  return SEEING.some((action) => permits(scope, 'upload', action));
}

/** Row ids from here on are drawn at random. A sequence counts up from 1, and never gets here. */
const FIRST_DRAWN = 2 ** 52;

/** The row id of a new file, if the caller has to name the file by an id that cannot be guessed; see `fileReachOf`. */
export function drawnFileId(scope: Scope): number | undefined {
  const isStrapi = scope.content.settings.api.responses === 'strapi';
  if (!isStrapi || uploaderOf(scope.caller) !== ANONYMOUS || seesFiles(scope)) return undefined;
  // 52 random bits: the sum is a number that JSON has without a loss.
  return FIRST_DRAWN + Number(randomBytes(8).readBigUInt64BE() >> 12n);
}

/** The name that the record of a file keeps of its uploader. */
export function uploaderOf(caller: Caller): string {
  if (caller.kind === 'token') return `token ${caller.name}`;
  return caller.user === undefined ? ANONYMOUS : `user ${caller.user.documentId}`;
}
