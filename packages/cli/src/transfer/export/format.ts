/** The archive of `content-gen export`: NDJSON in a tar file. docs/import-and-export.md describes it. */
export const FORMAT = 'content-gen';
export const FORMAT_VERSION = 1;

/** `content-gen.json`, the first file. */
export interface ArchiveManifest {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** The uid of each content type, by the folder with the documents of the type. */
  readonly types: Readonly<Record<string, string>>;
}

/** `end.json`, the last file: an archive without `end.json` was cut off. */
export interface ExportEnd {
  readonly versions: number;
  readonly files: number;
}

/** Attributes by name. Empty parts, null and empty lists are left out. */
export interface Content {
  readonly values?: Readonly<Record<string, unknown>>;
  /** Components and dynamic zones. */
  readonly entries?: Readonly<Record<string, readonly ExportedEntry[]>>;
  /** Document ids, in order. */
  readonly relations?: Readonly<Record<string, readonly string[]>>;
  /** For each of these relations, the places of the document in the lists of the targets. */
  readonly positions?: Readonly<Record<string, readonly (number | null)[]>>;
  /** Document ids of files, in order. */
  readonly media?: Readonly<Record<string, readonly string[]>>;
}

export interface ExportedEntry extends Content {
  readonly component: string;
}

/** A line of `documents/<type>/<number>.ndjson`: one version of a document. */
export interface ExportedVersion extends Content {
  readonly documentId: string;
  readonly locale?: string;
  readonly status: 'draft' | 'published';
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt?: string;
  readonly diverged?: readonly string[];
}

/** A line of `files/<number>.ndjson`. The bytes of the file, and of each format, are in `uploads/<hash><ext>`. */
export interface ExportedFile {
  readonly documentId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string;
  readonly values: Readonly<Record<string, unknown>>;
}
