import type { UploadSettings } from './upload-settings.js';

/** The part of `content-gen.config` that the running API needs; generated as `settings.ts`. */
export interface Settings {
  readonly api: ApiSettings;
  readonly locales: { readonly default: string; readonly all: readonly string[] };
  readonly permissions: Permissions;
  readonly tokens: readonly TokenSettings[];
  readonly users?: UsersSettings;
  readonly upload?: UploadSettings;
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
    /** How many rows one request may populate. */
    readonly maxPopulatedRows: number;
    /** How large a body may be, in bytes. */
    readonly maxBodyBytes: number;
  };
  readonly cors: { readonly origins: '*' | 'reflect' | readonly string[]; readonly credentials: boolean };
}

export const defaultRest: ApiSettings['rest'] = {
  defaultLimit: 25,
  maxLimit: 100,
  withCount: true,
  strictParams: true,
  maxPopulatedRows: 20_000,
  maxBodyBytes: 1_048_576,
};

/** By role, then by content type: what it may do. `'*'` is everything. */
export type Permissions = Readonly<Record<string, '*' | Readonly<Record<string, TypePermission>>>>;

/** Everything, some actions, or actions with limits. */
export type TypePermission = '*' | readonly string[] | TypeRule;

export interface TypeRule {
  readonly actions: '*' | readonly string[];
  /** The attributes that are shown; all of them unless given. */
  readonly readable?: readonly string[];
  /** The attributes that may be filtered, sorted and searched by; the readable ones unless given. */
  readonly filterable?: readonly string[];
  /** The attributes that bodies may set; all of them unless given. */
  readonly writable?: readonly string[];
  /** Only rows that meet it are there for this role. `'$caller'` is the document id of the user who calls. */
  readonly where?: RowFilter;
  /** The same for single actions, on top of `where`. */
  readonly whereTo?: Readonly<Record<string, RowFilter>>;
}

/** `filters` as they are written in code. */
export type RowFilter = Readonly<Record<string, unknown>>;

export interface TokenSettings {
  readonly name: string;
  readonly type: 'full-access' | 'read-only' | 'custom';
  /** Of a custom token: `article.find`. */
  readonly actions?: readonly string[];
  /** The SHA-256 of the secret, in hex. */
  readonly sha256: string;
  readonly expiresAt?: string;
}

/** How people sign up and in. Every key may be left out; see docs/users.md. */
export interface UsersSettings {
  /** The role of those who register: `authenticated`. */
  readonly defaultRole?: string;
  /** What roles are called where they are shown. */
  readonly roles?: Readonly<Record<string, { readonly name?: string; readonly description?: string }>>;
  /** Attributes beside username, email and password that a registration may set. */
  readonly registration?: { readonly fields: readonly string[] };
  /** Whether an address has to be confirmed before its owner can sign in. */
  readonly emailConfirmation?: boolean;
  /** Pages of the front end that mails lead to; the code is added as `?code=` or `?confirmation=`. */
  readonly links?: {
    readonly resetPassword?: string;
    readonly confirmation?: string;
    readonly afterConfirmation?: string;
  };
  readonly mailFrom?: string;
  readonly sessions?: {
    readonly accessMinutes: number;
    readonly refreshDays: number;
    /** Signing in sets the refresh token as a cookie that scripts cannot read. */
    readonly refreshCookie: boolean;
  };
  /** Of the routes that take passwords or codes, per address. */
  readonly rateLimit?: false | { readonly requests: number; readonly seconds: number };
  /** How many proxies stand in front of the server: that many addresses of `X-Forwarded-For` are believed. */
  readonly trustedProxies?: number;
}
