import type { DescribedAttribute, DescribedComponent, DescribedType } from '@content-gen/runtime/studio';

export type { DescribedAttribute, DescribedComponent, DescribedType };

/** A file as the API shows it. */
export interface FileRecord {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly alternativeText: string | null;
  readonly caption: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly formats: Readonly<Record<string, { readonly url: string; readonly width: number }>> | null;
  readonly mime: string;
  readonly ext: string;
  readonly size: number;
  readonly url: string;
  readonly createdAt: string;
}

/** A related document, with the facts that show the document and name it in a body. */
export interface Ref {
  readonly documentId: string;
  /** `undefined` until the document is in sight, because a list may be long. */
  readonly label?: string;
  /** The uid of the document's type, in a relation to documents of every type. */
  readonly type?: string;
}

/** An entry of a component, or of a dynamic zone. */
export interface Entry {
  /** Names the entry while it is edited, because a new one has no id. */
  readonly key: string;
  readonly id?: number;
  readonly component: string;
  readonly values: FormValues;
}

/**
 * The value of an attribute in a form. Numbers and JSON are the text that their control shows. Media, relations and
 * entries are lists, also where there is at most one. `undefined`: the form does not know the value, and a body leaves
 * it out (passwords, and attributes that answers never show).
 */
export type FormValue = Scalar | readonly FileRecord[] | readonly Ref[] | readonly Entry[];
type Scalar = string | boolean | null | undefined | Blocks;
export type Blocks = readonly { readonly type: string; readonly [key: string]: unknown }[];
export type FormValues = Readonly<Record<string, FormValue>>;

/** The components of a project, by name. */
export type Components = Readonly<Record<string, DescribedComponent>>;

/** A document as the API shows it. */
export type ApiDocument = Readonly<Record<string, unknown>>;
