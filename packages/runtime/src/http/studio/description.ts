import type { ScalarName } from '../../shape/index.js';

/** What the studio knows about a project: its types and the rights of the caller. The studio imports these types. */
export interface Description {
  readonly api: {
    readonly prefix: string;
    readonly maxLimit: number;
    readonly maxPopulatedRows: number;
    readonly maxBulkItems: number;
  };
  readonly locales: { readonly default: string; readonly all: readonly string[] };
  readonly caller: DescribedCaller;
  /** The actions on files: `find`, `findPage`, `upload`, … */
  readonly upload: { readonly actions: readonly string[]; readonly sizeLimit: number };
  /** Sorted by name. */
  readonly types: readonly DescribedType[];
  /** The components that the types use, by name. */
  readonly components: Readonly<Record<string, DescribedComponent>>;
}

export type DescribedCaller =
  | { readonly kind: 'user'; readonly role: string; readonly documentId: string }
  | { readonly kind: 'token'; readonly name: string };

export interface DescribedType {
  readonly name: string;
  readonly uid: string;
  /** Below the prefix: `articles`, or `homepage` for a single type. */
  readonly path: string;
  readonly single: boolean;
  /** `true` for users, which have routes and answers of their own. */
  readonly plugin: boolean;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  /** Without `create` if row rules demand of a new document what the caller cannot give it. */
  readonly actions: readonly string[];
  /** The attributes that have to name the caller in a new document, because a row rule of its role demands that. */
  readonly owners: readonly string[];
  readonly attributes: readonly DescribedAttribute[];
}

export interface DescribedComponent {
  readonly name: string;
  readonly attributes: readonly DescribedAttribute[];
}

interface AttributeBase {
  readonly name: string;
  /** Answers contain the attribute. */
  readonly readable: boolean;
  /** Filters and sort may name the attribute. */
  readonly filterable: boolean;
  /** Bodies may contain the attribute. */
  readonly writable: boolean;
  readonly required: boolean;
  /** Every locale has the same value. */
  readonly shared: boolean;
  /** A rule of JSON logic: the attribute is shown while the rule holds. */
  readonly condition?: unknown;
}

export type DescribedAttribute = AttributeBase &
  (
    | DescribedScalar
    | { readonly kind: 'media'; readonly many: boolean; readonly allowedTypes?: readonly string[] }
    | {
        readonly kind: 'component';
        readonly component: string;
        readonly many: boolean;
        readonly min?: number;
        readonly max?: number;
      }
    | {
        readonly kind: 'dynamicZone';
        readonly components: readonly string[];
        readonly min?: number;
        readonly max?: number;
      }
    | {
        readonly kind: 'relation';
        /** The uid of the target; absent if documents of every type may be targets. */
        readonly target?: string;
        readonly many: boolean;
        /** The other side stores the relation. */
        readonly inverse: boolean;
        /** A target has one owner: to choose a target takes it from another document. */
        readonly exclusive: boolean;
      }
  );

export interface DescribedScalar {
  readonly kind: 'scalar';
  readonly type: ScalarName;
  readonly unique: boolean;
  readonly default?: unknown;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly regex?: string;
  /** The values of an enumeration. */
  readonly values?: readonly string[];
  /** The attribute that a uid is made from. */
  readonly from?: string;
}

/** The documents of a type that use a file. */
export interface FileUses {
  /** The name of the type. */
  readonly type: string;
  readonly total: number;
  /** One page of documents, the newest first. `locale` is `null` for types without locales. */
  readonly documents: readonly { readonly documentId: string; readonly locale: string | null }[];
}

/** What the page of the studio knows before its user has signed in. */
export interface StudioSetup {
  /** The prefix of the API. */
  readonly api: string;
  /** Whether the project has users who can sign in. */
  readonly users: boolean;
  /** Whether forms save drafts by themselves. */
  readonly autosave: boolean;
  /** Whether `content-gen serve` serves the page. */
  readonly development: boolean;
}
