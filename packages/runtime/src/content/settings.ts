import type { UploadSettings } from './upload-settings.js';
import type { UsersSettings } from './users-settings.js';

/** The part of `content-gen.config` that the running API needs; generated as `settings.ts`. */
export interface Settings {
  readonly api: ApiSettings;
  readonly locales: { readonly default: string; readonly all: readonly string[] };
  readonly permissions: Permissions;
  readonly tokens: readonly TokenSettings[];
  readonly users?: UsersSettings;
  readonly upload?: UploadSettings;
  readonly observe?: ObserveSettings;
  readonly events?: EventSettings;
  readonly studio?: StudioSettings;
}

export interface ApiSettings {
  readonly prefix: string;
  /** The shape of responses; see docs/compatibility.md. */
  readonly responses: 'documented' | 'strapi';
  readonly rest: {
    readonly defaultLimit: number;
    readonly maxLimit: number;
    readonly withCount: boolean;
    /** Unknown query parameters are refused. */
    readonly strictParams: boolean;
    /** The most entries of a list in `populate`, `fields` and `sort`; 100 if absent. */
    readonly arrayLimit?: number;
    /** The most rows that one request may populate. */
    readonly maxPopulatedRows: number;
    /** The largest answer, in bytes. */
    readonly maxResponseBytes: number;
    /** The largest body, in bytes. */
    readonly maxBodyBytes: number;
    /** The most items of one bulk request. */
    readonly maxBulkItems: number;
    /** The most rows that sorting one request by lists of related rows may look at. */
    readonly maxSortedRows: number;
    /** How long the database may take for a statement of the role `public`, in milliseconds. */
    readonly publicTimeoutMs: number;
    /** How long one bulk request may take, in milliseconds; 8,000 if absent. */
    readonly bulkTimeoutMs?: number;
    /** How much memory remembered answers may take, in bytes; 32 MiB if absent, none if 0. */
    readonly maxRememberedBytes?: number;
  };
  /** What lists and documents of a type populate, by name of the type. */
  readonly populate?: Readonly<Record<string, PopulateSetting>>;
  readonly cors: CorsSettings;
}

interface CorsSettings {
  readonly origins: '*' | 'reflect' | readonly string[];
  readonly credentials: boolean;
  /** Request headers that pages may send besides those of the API; `*` for any. */
  readonly headers?: '*' | readonly string[];
  /** Response headers that pages may read besides those of the API. */
  readonly expose?: readonly string[];
}

/** For reads of a type, or for its lists and its documents apart. */
type PopulateSetting = ReadPopulate | { readonly find?: ReadPopulate; readonly findOne?: ReadPopulate };

/** What requests get that name no `populate`, or `always`: whatever they name. */
type ReadPopulate = Populated | { readonly always: Populated };

/** A value of the `populate` parameter, written as in code. */
type Populated = string | readonly string[] | Readonly<Record<string, unknown>>;

export const defaultRest: ApiSettings['rest'] = {
  defaultLimit: 25,
  maxLimit: 100,
  withCount: true,
  strictParams: true,
  maxPopulatedRows: 20_000,
  maxResponseBytes: 4_194_304,
  maxBodyBytes: 1_048_576,
  maxBulkItems: 1_000,
  maxSortedRows: 200_000,
  // Leaves time to cancel the statement, so that the slowest anonymous request ends within two seconds.
  publicTimeoutMs: 1_000,
};

/** The allowed actions, by role and content type. `'*'` allows everything. Everything is denied unless listed here. */
export type Permissions = Readonly<Record<string, '*' | Readonly<Record<string, TypePermission>>>>;

/** All actions, some actions, or actions with limits. */
export type TypePermission = '*' | readonly string[] | TypeRule;

interface TypeRule {
  readonly actions: '*' | readonly string[];
  /** Attributes that answers contain; by default all of them. */
  readonly readable?: readonly string[];
  /** Attributes that filters, sort and search may use; by default the readable ones. */
  readonly filterable?: readonly string[];
  /** Attributes that bodies may set; by default all of them. */
  readonly writable?: readonly string[];
  /** Hides all other rows from this role. `'$caller'` is the document id of the user who sent the request. */
  readonly where?: RowFilter;
  /** More filters for single actions, in addition to `where`. */
  readonly whereTo?: Readonly<Record<string, RowFilter>>;
}

/** Filters as an object, in the syntax of the `filters` parameter. */
export type RowFilter = Readonly<Record<string, unknown>>;

export interface TokenSettings {
  readonly name: string;
  readonly type: 'full-access' | 'read-only' | 'custom';
  /** The actions of a custom token: `article.find`. */
  readonly actions?: readonly string[];
  /** The SHA-256 of the secret, in hex. */
  readonly sha256: string;
  readonly expiresAt?: string;
}

/** The log of changes. */
interface EventSettings {
  /** The content types whose changes are logged. Default: all. */
  readonly types?: readonly string[];
  /** How many days a change stays. Default: 30. */
  readonly days?: number;
}

interface StudioSettings {
  /** Whether forms save drafts by themselves while a person types. Default: true. */
  readonly autosave?: boolean;
}

/** What the operator of a server wants to see of the server. */
interface ObserveSettings {
  /** Whether `/_metrics` answers, in the format of Prometheus. Default: false. */
  readonly metrics?: boolean;
  /** Statements that take at least this long are logged, with their requests. Default: no statement is logged. */
  readonly slowStatementMs?: number;
  /**
   * Whether `/_metrics` and the details of `/_ready` need no API token on the machine itself. A proxy on the machine that
   * adds no header calls from there for everybody. Default: false.
   */
  readonly trustLocal?: boolean;
}
