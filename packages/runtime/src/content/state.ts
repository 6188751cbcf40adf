/** State that a project keeps between requests. `createContent` makes it; the room that uses it fills it. */
import { Metrics } from '../observe/index.js';
import { BoundedCache } from './bounded-cache.js';
import type { Caller } from './content.js';
import { ResponseCache } from './response-cache.js';
import type { Settings } from './settings.js';
import type { Uploads } from './uploads.js';

export interface ContentState {
  /** Plans with their SQL, by all they depend on: the type, the rights of the caller and the query string. */
  readonly statements: BoundedCache<CachedStatement>;
  /** The same by the shape of the query, which leaves out values that decide nothing about the plan. */
  readonly shapes: BoundedCache<CachedStatement>;
  /** Totals of lists, by the statement that counts them. */
  readonly totals: BoundedCache<CountedTotal>;
  /** The requests that count a total now, by the same key. */
  readonly counts: Map<string, Promise<unknown>>;
  /** Texts of statements whose answers are large, so that only the thorough statement can tell whether they fit. */
  readonly needsThorough: BoundedCache<true>;
  /** Absent if the settings allow no memory for answers. */
  readonly answers: ResponseCache | undefined;
  /** API tokens by the hash of their secret. */
  readonly tokens: BoundedCache<TokenLookup>;
  /** The look-ups of tokens that are under way, by the same hash. */
  readonly tokenReads: Map<string, TokenRead>;
  /** Access tokens with a valid signature: the signature is verified once per token. */
  readonly verifiedSessions: BoundedCache<VerifiedSession>;
  /** The key that signs access tokens. */
  readonly signingKey: Lazy<Uint8Array>;
  readonly uploads: Lazy<Uploads>;
  /** Counts requests and statements; only where the settings ask for it. */
  readonly metrics: Metrics | undefined;
  /** In development, answers say how long their statements took. */
  readonly showsTiming: boolean;
}

export interface CachedStatement {
  readonly statement: { readonly text: string };
  /** Names everything that the statement depends on; absent unless the cache has it. */
  readonly key?: string;
}

export interface CountedTotal {
  /** The state of the database that the total holds for. */
  readonly state: string;
  readonly total: string;
  /** Whether the last count took so long that others wait for it rather than count, too. */
  readonly isSlow: boolean;
}

export interface TokenLookup {
  /** No promise, because Node keeps with a promise the request that made it. */
  readonly found: KnownToken | undefined;
  /** When the answer has to be read again, in milliseconds. */
  readonly until: number;
}

interface TokenRead {
  readonly found: Promise<KnownToken | undefined>;
  /**
   * When other requests no longer wait for this read, in milliseconds: a token may have been revoked since the read
   * began.
   */
  readonly until: number;
}

export interface KnownToken {
  readonly caller: Caller;
  readonly expiresAt: string | undefined;
}

export interface VerifiedSession {
  readonly id: string;
  /** In milliseconds. */
  readonly expires: number;
}

const MAX_STATEMENTS = 500;
/** In characters. */
const MAX_STATEMENTS_LENGTH = 2_500_000;
const MAX_TOTALS = 500;
/** In characters, of the statements that are the keys of a cache. */
const MAX_KEYS_LENGTH = 2_500_000;
const MAX_CREDENTIALS = 5_000;
const MAX_REMEMBERED_BYTES = 33_554_432;

export function createState({ api, observe }: Settings): ContentState {
  return {
    statements: new BoundedCache(MAX_STATEMENTS, MAX_STATEMENTS_LENGTH),
    shapes: new BoundedCache(MAX_STATEMENTS, MAX_STATEMENTS_LENGTH),
    totals: new BoundedCache(MAX_TOTALS, MAX_KEYS_LENGTH),
    counts: new Map(),
    needsThorough: new BoundedCache(MAX_TOTALS, MAX_KEYS_LENGTH),
    answers: answersWithin(api.rest.maxRememberedBytes ?? MAX_REMEMBERED_BYTES),
    tokens: new BoundedCache(MAX_CREDENTIALS),
    tokenReads: new Map(),
    verifiedSessions: new BoundedCache(MAX_CREDENTIALS),
    signingKey: new Lazy(),
    uploads: new Lazy(),
    metrics: observe?.metrics === true ? new Metrics() : undefined,
    showsTiming: isDevelopment(),
  };
}

function answersWithin(bytes: number): ResponseCache | undefined {
  return bytes === 0 ? undefined : new ResponseCache(bytes);
}

/** A value that its first use makes. A failure is forgotten, so that the next use tries again. */
class Lazy<T> {
  #value: Promise<T> | undefined;

  get(make: () => Promise<T>): Promise<T> {
    if (this.#value !== undefined) return this.#value;
    const value = make();
    this.#value = value;
    value.catch(() => (this.#value = undefined));
    return value;
  }
}

/**
 * Whether this process is for development: the console then shows mails, and cookies work without HTTPS. Production is
 * the default, because a server that was started without settings may be a public one. `content-gen serve` sets the
 * variable.
 */
export function isDevelopment(): boolean {
  return process.env['CONTENT_GEN_MODE'] === 'development';
}
