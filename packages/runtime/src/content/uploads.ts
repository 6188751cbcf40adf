/** The parts of a project's uploads, as types: `Content` holds them, `upload/` makes them. */
import type { Readable } from 'node:stream';

import type { UploadSettings } from './upload-settings.js';

export interface Uploads {
  readonly settings: Required<UploadSettings>;
  readonly storage: Storage;
  readonly staging: Staging;
  readonly ledger: Ledger;
}

/** Keeps files under keys: flat names of letters, digits, `_`, `-` and `.`. */
export interface Storage {
  /** The `provider` of file records. */
  readonly name: string;
  /** Names the bucket and prefix, so that intents for another place are ignored. */
  readonly place: string;
  /** The folder of files that are not stored yet. */
  readonly staging: StagingFolder;
  /** Stores a file completely or not at all. The file may be gone from its path afterwards. */
  put(key: string, file: StoredFile): Promise<void>;
  /** Succeeds also when there is no such file. */
  delete(key: string): Promise<void>;
  /** The number of stored bytes; `undefined` if there is no such file. */
  size(key: string): Promise<number | undefined>;
  url(key: string, type: string): string;
  /** Answers a request for a file; `undefined` if the file is missing. */
  answer(file: RecordFile, request: Request): Promise<Response | undefined>;
}

/** A file that a record names. */
export interface RecordFile {
  readonly key: string;
  readonly type: string;
}

/** A folder that only the account of the server can enter. */
export interface StagingFolder {
  readonly path: string;
  /** The folder above `path`, if the folder above must belong to the account of the server, or to root, as well. */
  readonly state?: string;
}

export interface StoredFile {
  readonly path: string;
  readonly size: number;
  readonly type: string;
}

/** The folder of this process for files that are not stored yet. A later process clears the folder after a crash. */
export interface Staging {
  /** Writes a stream to a file. */
  receive(stream: Readable, name: string, declared: string): Promise<StagedFile>;
  /** Deletes files that were stored or are not needed any more. */
  discard(files: readonly { readonly path: string }[]): Promise<void>;
  /** A path in the folder for a new file. */
  path(): string;
  /**
   * Records what storage will contain before the database does. The returned function deletes the record when storage
   * and database agree.
   */
  note(intents: readonly Intent[]): Promise<() => Promise<void>>;
}

/** A file that was received but is not stored yet. */
export interface StagedFile {
  readonly path: string;
  /** The name that the client gives. */
  readonly name: string;
  /** The type that the client declares. */
  readonly declared: string;
  readonly inspection: Inspection;
}

/** Facts about a whole file, collected while it was received. */
export interface Inspection {
  readonly size: () => number;
  /** Text has no zero bytes. */
  readonly hasZero: () => boolean;
  /** The offset of markup that a browser or a server would run; `Infinity` if the file has no such markup. */
  readonly markupAt: () => number;
  /** Whether the file ends like a ZIP archive. Such a file is an archive, whatever its first bytes are. */
  readonly endsAsArchive: () => boolean;
}

/** The keys of one file that are about to be stored or deleted. */
export interface Intent {
  readonly hash: string;
  readonly keys: readonly string[];
}

/** Changes files and records together. */
export interface Ledger {
  /** Runs `work`, then makes storage agree with the records, also after a failure. A later process does so after a crash. */
  change<T>(intents: readonly Intent[], work: () => Promise<T>): Promise<T>;
}
