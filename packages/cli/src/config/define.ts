import type { Settings } from '@content-gen/runtime';

/** `content-gen.config.ts`. Every key may be left out. */
export interface ConfigDefinition {
  /** The folder or folders with definitions. `content`, and those of a Strapi project where they are, unless given. */
  readonly content?: string | readonly string[];
  /** The folder of the generated code: `src/content`. */
  readonly output?: string;
  readonly api?: ApiDefinition;
  readonly locales?: {
    /** `en` */
    readonly default?: string;
    /** `['en']` */
    readonly all?: readonly string[];
  };
  /**
   * By role (`public`, `authenticated` or a name), then by content type: what it may do. Nothing is open unless it is
   * said here; `'*'` opens everything.
   */
  readonly permissions?: Settings['permissions'];
  readonly tokens?: readonly TokenDefinition[];
  /** How people sign up and in. */
  readonly users?: NonNullable<Settings['users']>;
  /** Which files may be uploaded, and where they are kept. Keys of a bucket come from the environment. */
  readonly upload?: NonNullable<Settings['upload']>;
}

export interface ApiDefinition {
  /** `/api` */
  readonly prefix?: string;
  readonly rest?: {
    /** Entries per page where the request does not say: 25. */
    readonly defaultLimit?: number;
    /** Entries per page at most: 100. */
    readonly maxLimit?: number;
    /** Whether lists carry their total unless the request says otherwise: true. */
    readonly withCount?: boolean;
    /** Whether unknown query parameters are refused: true. */
    readonly strictParams?: boolean;
    /** How many rows one request may populate: 20000. */
    readonly maxPopulatedRows?: number;
    /** How large a body may be, in bytes: 1048576. */
    readonly maxBodyBytes?: number;
  };
  /** `documented`, or `strapi` for clients that rely on the exact shapes of Strapi 5. */
  readonly responses?: 'documented' | 'strapi';
  readonly cors?: {
    /** Which sites may read responses: all of them, all of them by name, or those listed. */
    readonly origins?: '*' | 'reflect' | readonly string[];
    readonly credentials?: boolean;
  };
}

export interface TokenDefinition {
  readonly name: string;
  readonly type: 'full-access' | 'read-only' | 'custom';
  /** Of a custom token: `['article.find']`. */
  readonly actions?: readonly string[];
  /** The SHA-256 of the secret, in hex. The secret itself belongs in no file. */
  readonly sha256: string;
  /** An ISO date. */
  readonly expiresAt?: string;
}

type Permission = Extract<Settings['permissions'][string], object>[string];

/** A permission with limits: `{ actions: ['find'], readable: ['title'] }`. */
export type Rule = Extract<Permission, { readonly actions: unknown }>;

/** Gives `content-gen.config.ts` its types. */
export function defineConfig(config: ConfigDefinition): ConfigDefinition {
  return config;
}
