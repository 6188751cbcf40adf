import type { Settings } from '@content-gen/runtime';

/** `content-gen.config.ts`. Every key is optional. */
export interface ConfigDefinition {
  /**
   * The folder or folders with definitions. Default: `content`, and the folders of a Strapi project if there are any.
   */
  readonly content?: string | readonly string[];
  /** The folder of the generated code. Default: `src/content`. */
  readonly output?: string;
  /** The types that custom fields of Strapi plugins store: `{ 'plugin::x.y': 'json' }`. */
  readonly customFields?: Readonly<Record<string, string>>;
  /**
   * The file of a typed client for front ends, which may be outside of the project: `../web/src/content.ts`. With a
   * role, its types have what that role reaches: `{ file: '../web/src/content.ts', role: 'public' }`. A list defines
   * several clients.
   */
  readonly client?: string | ClientDefinition | readonly ClientDefinition[];
  readonly api?: ApiDefinition;
  readonly locales?: {
    /** Default: `en`. */
    readonly default?: string;
    /** Default: `['en']`. */
    readonly all?: readonly string[];
  };
  /**
   * The rights of each role (`public`, `authenticated` or a name of yours), by content type. Everything is denied
   * unless listed here; `'*'` allows everything.
   */
  readonly permissions?: Settings['permissions'];
  readonly tokens?: readonly TokenDefinition[];
  /** Registration, login, mails and sessions. */
  readonly users?: NonNullable<Settings['users']>;
  /** The files that may be uploaded, and their storage. The keys of a bucket come from the environment. */
  readonly upload?: NonNullable<Settings['upload']>;
  /** What the operator of the server can see: metrics, and slow statements. */
  readonly observe?: NonNullable<Settings['observe']>;
  /**
   * Whether changes are logged, so that they can be listed and followed; `true` for all content types. See
   * docs/events.md. Default: false.
   */
  readonly events?: boolean | NonNullable<Settings['events']>;
  /** The web application of editors. */
  readonly studio?: NonNullable<Settings['studio']>;
  /** Whether `generate` also writes `openapi.json`. Default: false. */
  readonly openapi?: boolean;
  readonly serve?: {
    /** Host names under which `content-gen serve` answers, besides `localhost` and the address of `--host`. */
    readonly hosts?: readonly string[];
  };
  readonly diff?: {
    /** Breaking changes that `content-gen diff` accepts until a date. */
    readonly allow?: readonly AllowedChange[];
  };
}

/** A change that the project has agreed on. */
export interface AllowedChange {
  /** The kind of the change: `attribute-removed`. */
  readonly change: string;
  /** The changed thing: `article.title`; `*` stands for any characters. */
  readonly at: string;
  readonly reason: string;
  /** The last day on which the change is allowed: `2030-01-31`. */
  readonly until: string;
}

export interface ClientDefinition {
  readonly file: string;
  /** The role whose rights narrow the types. Default: everything. */
  readonly role?: string;
}

export interface ApiDefinition {
  /** Default: `/api`. */
  readonly prefix?: string;
  readonly rest?: {
    /** Entries per page if the request does not say. Default: 25. */
    readonly defaultLimit?: number;
    /** The most entries per page. Default: 100. */
    readonly maxLimit?: number;
    /** Whether lists contain their total if the request does not say. Default: true. */
    readonly withCount?: boolean;
    /** Whether unknown query parameters are an error. Default: true. */
    readonly strictParams?: boolean;
    /** The most entries of a list in `populate`, `fields` and `sort`, up to 1000. Default: 100. */
    readonly arrayLimit?: number;
    /** The most rows that one request may populate. Default: 20000. */
    readonly maxPopulatedRows?: number;
    /** The largest answer, in bytes. Default: 4194304. */
    readonly maxResponseBytes?: number;
    /** The largest request body, in bytes. Default: 1048576. */
    readonly maxBodyBytes?: number;
    /** The largest number of items of one bulk request. Default: 1000. */
    readonly maxBulkItems?: number;
    /** The largest number of rows that sorting by lists of related rows may look at. Default: 200000. */
    readonly maxSortedRows?: number;
    /** How long the database may take for a statement of the role `public`, in milliseconds. Default: 1000. */
    readonly publicTimeoutMs?: number;
    /** How long one bulk request may take, in milliseconds. Default: 8000. */
    readonly bulkTimeoutMs?: number;
    /** How much memory of each process remembered answers may take, in bytes; 0 for none. Default: 33554432. */
    readonly maxRememberedBytes?: number;
  };
  /** `documented`, or `strapi` for clients that rely on the exact response formats of Strapi 5. */
  readonly responses?: 'documented' | 'strapi';
  /**
   * What requests that name no `populate` get, by content type: `{ article: ['author', 'cover'] }`, or an object as in
   * code. `{ article: { always: ['author'] } }` also answers requests that name another `populate`, and `{ article: {
   * find: …, findOne: … } }` is for lists and documents apart.
   */
  readonly populate?: NonNullable<Settings['api']['populate']>;
  readonly cors?: {
    /** The sites that may read responses: `*` for all, `reflect` for all by name, or a list. */
    readonly origins?: '*' | 'reflect' | readonly string[];
    readonly credentials?: boolean;
    /** Request headers of your own that pages may send: a list, or `*` for any. */
    readonly headers?: '*' | readonly string[];
    /** Response headers of your own that pages may read. */
    readonly expose?: readonly string[];
  };
}

export interface TokenDefinition {
  readonly name: string;
  readonly type: 'full-access' | 'read-only' | 'custom';
  /** Only for a custom token: `['article.find']`. */
  readonly actions?: readonly string[];
  /** The SHA-256 of the secret, in hex. Keep the secret itself out of files. */
  readonly sha256: string;
  /** An ISO date. */
  readonly expiresAt?: string;
}

type Permission = Extract<Settings['permissions'][string], object>[string];

/** A permission with limits: `{ actions: ['find'], readable: ['title'] }`. */
export type PermissionRule = Extract<Permission, { readonly actions: unknown }>;

/** Checks the types of `content-gen.config.ts` in the editor. */
export function defineConfig(config: ConfigDefinition): ConfigDefinition {
  return config;
}
