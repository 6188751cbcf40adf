import { createHash, timingSafeEqual } from 'node:crypto';

import type { Caller } from '../content/content.js';
import type { Database } from '../database/database.js';
import { ContentError } from '../errors/index.js';
import type { Settings, TokenSettings } from '../content/settings.js';

/** Finds who an API token belongs to. */
export interface TokenDirectory {
  /** `undefined` where it is nobody's; throws a 401 where it is expired. */
  caller(secret: string): Promise<Caller | undefined>;
}

/** An API token, wherever it is declared. */
interface Token extends TokenSettings {
  /** Changes with everything that its rights depend on. */
  readonly id: string;
}

/** The tokens of the config and of the database. */
export function openTokens(settings: Settings, database: Database): TokenDirectory {
  const declared = settings.tokens.map((token) => ({ ...token, id: `config:${token.name}` }));
  const stored = storedTokens(database);
  return {
    async caller(secret) {
      const sha256 = hashSecret(secret);
      const token = declared.find((one) => isSame(one.sha256, sha256)) ?? (await stored(sha256));
      if (token === undefined) return undefined;
      if (token.expiresAt !== undefined && Date.parse(token.expiresAt) <= Date.now()) {
        throw new ContentError(401, 'UnauthorizedError', 'Token expired');
      }
      return callerOf(token);
    },
  };
}

/** Secrets are random, so a plain hash keeps them as well as a slow one would. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** How long an answer of the database is good for: a revoked token is dead everywhere after that. */
const FRESH_MS = 500;
const MAX_KNOWN = 10_000;

type Found = Promise<Token | undefined>;

function storedTokens(database: Database): (sha256: string) => Found {
  const known = new Map<string, { readonly found: Found; readonly until: number }>();
  return (sha256) => {
    const entry = known.get(sha256);
    if (entry !== undefined && entry.until > Date.now()) return entry.found;
    const found = findStored(database, sha256);
    known.delete(sha256);
    known.set(sha256, { found, until: Date.now() + FRESH_MS });
    if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!);
    found.catch(() => known.delete(sha256));
    return found;
  };
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly type: TokenSettings['type'];
  readonly actions: string;
  readonly sha256: string;
  readonly expires_at: string | null;
}

async function findStored(database: Database, sha256: string): Found {
  const [row] = await database.rows<Row>(
    'select id, name, type, actions, sha256, expires_at from cg_tokens where sha256 = $1::text',
    [sha256],
  );
  if (row === undefined || !isSame(row.sha256, sha256)) return undefined;
  return {
    // Plans are kept by it: with other rights, it is another one.
    id: `database:${row.id}:${row.type}:${hashSecret(row.actions)}`,
    name: row.name,
    type: row.type,
    sha256,
    ...(row.type === 'custom' ? { actions: JSON.parse(row.actions) as string[] } : {}),
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
  };
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const READ_ONLY = new Set(['find', 'findOne', 'findDraft']);

const callers = new WeakMap<Token, Caller>();

function callerOf(token: Token): Caller {
  let caller = callers.get(token);
  if (caller === undefined)
    callers.set(token, (caller = { kind: 'token', id: token.id, name: token.name, may: rightsOf(token) }));
  return caller;
}

function rightsOf(token: Token): (type: string, action: string) => boolean {
  if (token.type === 'full-access') return () => true;
  if (token.type === 'read-only') return (_type, action) => READ_ONLY.has(action);
  const actions = new Set(token.actions);
  return (type, action) => actions.has(`${type}.${action}`);
}
