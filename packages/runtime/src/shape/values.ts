/** Rich text: an array of blocks. Every node keeps further keys of its own. */
export type Blocks = Block[];

export type Block = Paragraph | Heading | Quote | CodeBlock | ListBlock | ImageBlock;

interface Paragraph extends BlockNode<'paragraph'> {
  children: Inline[];
}

interface Heading extends BlockNode<'heading'> {
  level: 1 | 2 | 3 | 4 | 5 | 6;
  children: Inline[];
}

interface Quote extends BlockNode<'quote'> {
  children: Inline[];
}

interface CodeBlock extends BlockNode<'code'> {
  language?: string | null;
  children: TextNode[];
}

interface ListBlock extends BlockNode<'list'> {
  format: 'ordered' | 'unordered';
  children: (ListItem | ListBlock)[];
}

interface ListItem extends BlockNode<'list-item'> {
  children: Inline[];
}

interface ImageBlock extends BlockNode<'image'> {
  image: BlockImage;
  children: Inline[];
}

type Inline = TextNode | LinkNode;

interface TextNode extends BlockNode<'text'> {
  text: string;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  strikethrough?: boolean;
  code?: boolean;
}

interface LinkNode extends BlockNode<'link'> {
  url: string;
  children: TextNode[];
}

interface BlockNode<Type extends string> {
  type: Type;
  [key: string]: unknown;
}

/** A file as it was when the image was inserted. */
interface BlockImage {
  name: string;
  alternativeText?: string | null;
  url: string;
  caption?: string | null;
  width: number;
  height: number;
  hash: string;
  ext: string;
  mime: string;
  size: number;
  previewUrl?: string | null;
  provider: string;
  createdAt: string;
  updatedAt: string;
  [key: string]: unknown;
}

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface FileFormat {
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

/** A document, by its `documentId` or the row id of one of its versions. */
export type Id = string | number;

export interface IdEntry {
  id?: Id;
  documentId?: Id;
}

type Several<T> = T | readonly T[];

/** The list position of a connected entry: exactly one of the keys. */
export type Position =
  | { before: Id; after?: never; start?: never; end?: never }
  | { after: Id; before?: never; start?: never; end?: never }
  | { start: true; before?: never; after?: never; end?: never }
  | { end: true; before?: never; after?: never; start?: never };

interface Placed {
  position?: Position | null;
}

interface ChangeOptions {
  options?: { strict?: boolean };
}

/** Changes to a relation: entries to add and to remove, or `set`, which replaces everything and stands alone. */
type Changes<Entry, Placeable> =
  | (ChangeOptions & {
      connect?: Several<Placeable> | null;
      disconnect?: Several<Entry> | null;
      set?: never;
    })
  | (ChangeOptions & { set: Several<Entry> | null; connect?: never; disconnect?: never });

export type RelationChanges = Changes<Id | IdEntry, Id | (IdEntry & Placed)>;

/** The value of a to-one relation in a body. */
export type ToOne = Id | IdEntry | readonly (Id | IdEntry)[] | RelationChanges | null;

/** The value of a to-many relation in a body. */
export type ToMany = readonly (Id | IdEntry)[] | Id | IdEntry | RelationChanges | null;

/** An entry of a polymorphic relation names its type. */
export interface MorphEntry<Uid extends string = string> extends IdEntry {
  __type: Uid;
}

export type MorphChanges<Uid extends string = string> = Changes<MorphEntry<Uid>, MorphEntry<Uid> & Placed>;

/** The value of `morphToOne` in a body. */
export type MorphToOne<Uid extends string = string> = MorphEntry<Uid> | MorphChanges<Uid> | null;

/** The value of `morphToMany` in a body. */
export type MorphToMany<Uid extends string = string> = readonly MorphEntry<Uid>[] | MorphChanges<Uid> | null;

/** The value of a media attribute in a body. */
export type FileInput = Id | IdEntry | readonly (Id | IdEntry)[] | { set: Several<Id | IdEntry> | null } | null;
