/** The keys of every document. */
export interface Document {
  /** The row id of this version. Absent from the response of a create in the `documented` profile. */
  id?: number;
  documentId: string;
  createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
  meta?: Record<string, never>;
}

/** A document of a localized content type. */
export interface LocalizedDocument extends Document {
  locale: string;
}

/** The keys of every component entry. */
export interface ComponentEntry<Name extends string> {
  id: number;
  documentId?: string;
  /** Present in dynamic zones. */
  __component?: Name;
}

/** A component entry as it is stored: with ids instead of documents and files. */
export interface StoredEntry {
  id: number;
  documentId: string;
  __component?: string;
  [attribute: string]: unknown;
}

/** The target of a polymorphic relation; `__type` is the uid of its content type. */
export type Morph<T = Document> = T & { __type: string };

export interface MediaFormat {
  name: string;
  hash: string;
  ext: string;
  mime: string;
  width: number;
  height: number;
  size: number;
  sizeInBytes: number;
  path: string | null;
  url: string;
}

/** A file record. */
export interface Media {
  id: number;
  documentId: string;
  name: string;
  alternativeText: string | null;
  caption: string | null;
  focalPoint: { x: number; y: number } | null;
  width: number | null;
  height: number | null;
  formats: Record<string, MediaFormat> | null;
  hash: string;
  ext: string | null;
  mime: string;
  size: number;
  url: string;
  previewUrl: string | null;
  provider: string;
  provider_metadata: unknown;
  createdAt: string;
  updatedAt: string;
  publishedAt: string;
}

/** Rich text: an array of block nodes. */
export type Blocks = BlockNode[];

export interface BlockNode {
  type: string;
  children?: BlockNode[];
  [key: string]: unknown;
}

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A document, by its `documentId` or the row id of one of its versions. */
export type Id = string | number;

export interface Entry {
  id?: Id;
  documentId?: Id;
}

/** The list position of a connected entry: exactly one of the keys. */
export type Position = { before: Id } | { after: Id } | { start: true } | { end: true };

export type ConnectEntry = Id | (Entry & { position?: Position | null });

type OneOrMany<T> = T | readonly T[];

/** Changes to a relation. `set` replaces everything and stands alone. */
export interface RelationChanges {
  connect?: OneOrMany<ConnectEntry> | null;
  disconnect?: OneOrMany<Id | Entry> | null;
  set?: OneOrMany<Id | Entry> | null;
  options?: { strict?: boolean };
}

/** The value of a to-one relation in a body. */
export type ToOne = Id | Entry | readonly (Id | Entry)[] | RelationChanges | null;

/** The value of a to-many relation in a body. */
export type ToMany = readonly (Id | Entry)[] | Id | Entry | RelationChanges | null;

/** An entry of a polymorphic relation names its type. */
export interface MorphEntry extends Entry {
  __type: string;
}

export interface MorphChanges {
  connect?: OneOrMany<MorphEntry & { position?: Position | null }> | null;
  disconnect?: OneOrMany<MorphEntry> | null;
  set?: OneOrMany<MorphEntry> | null;
  options?: { strict?: boolean };
}

/** The value of `morphToOne` in a body. */
export type MorphToOne = MorphEntry | MorphChanges | null;

/** The value of `morphToMany` in a body. */
export type MorphToMany = readonly MorphEntry[] | MorphChanges | null;

/** The value of a single media attribute in a body. */
export type MediaInput = Id | Entry | readonly (Id | Entry)[] | { set: OneOrMany<Id | Entry> | null } | null;

/** A role of the settings, as users show it. */
export interface Role extends Document {
  name: string;
  description: string | null;
  type: string;
}
