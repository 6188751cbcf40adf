import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

import type { Caller, Content, KnownToken, TokenSettings } from '../content/index.js';
import type { Database } from '../database/index.js';
import { ContentError } from '../errors/index.js';
import { developmentToken } from './development-token.js';

/** The caller behind the secret of an API token; `undefined` if there is no such token. An expired token is a 401. */
export async function tokenCaller(content: Content, secret: string): Promise<Caller | undefined> {
  const token = await lookUp(content, secret);
  if (token?.expiresAt !== undefined && Date.parse(token.expiresAt) <= Date.now()) {
    throw new ContentError(401, 'UnauthorizedError', 'Token expired');
  }
  return token?.caller;
}

/** A fast hash suffices, because secrets are random. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Strapi keeps an HMAC of each secret. An imported token has it in place of the SHA-256; the mark keeps both apart. */
export function strapiHash(accessKey: string): string {
  return `hmac-sha512:${accessKey}`;
}

/** The hashes that a secret can be stored as. Tokens of Strapi need the salt of Strapi. */
function storedHashes(secret: string, sha256: string): readonly string[] {
  const salt = process.env['API_TOKEN_SALT'];
  if (salt === undefined || salt === '') return [sha256];
  return [sha256, strapiHash(createHmac('sha512', salt).update(secret).digest('hex'))];
}

/** How long an answer of the database is kept: a revoked token works for no longer than that. */
const FRESH_MS = 500;

async function lookUp(content: Content, secret: string): Promise<KnownToken | undefined> {
  const { tokens, tokenReads } = content;
  const sha256 = hashSecret(secret);
  const known = tokens.get(sha256);
  if (known !== undefined && known.until > Date.now()) return known.found;
  const declared = findDeclared(content, sha256);
  if (declared !== undefined) {
    tokens.set(sha256, { found: declared, until: Infinity });
    return declared;
  }
  const other = tokenReads.get(sha256);
  if (other !== undefined && other.until > Date.now()) return other.found;
  const until = Date.now() + FRESH_MS;
  const found = findStored(content.database, storedHashes(secret, sha256));
  tokenReads.set(sha256, { found, until });
  try {
    const answer = await found;
    tokens.set(sha256, { found: answer, until });
    return answer;
  } finally {
    if (tokenReads.get(sha256)?.found === found) tokenReads.delete(sha256);
  }
}

/** A token of the config, or of the `serve` of this process. */
function findDeclared({ settings }: Content, sha256: string): KnownToken | undefined {
  const token = settings.tokens.find((one) => isSameSecret(one.sha256, sha256));
  if (token !== undefined) return knownToken(`config:${token.name}`, token);
  const name = developmentToken(sha256);
  return name === undefined ? undefined : knownToken(`serve:${name}`, { name, type: 'full-access' });
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly type: TokenSettings['type'];
  readonly actions: string;
  readonly sha256: string;
  readonly expires_at: string | null;
}

/** A token of the database. */
async function findStored(database: Database, hashes: readonly string[]): Promise<KnownToken | undefined> {
  const [row] = await database.rows<Row>(
    'select id, name, type, actions, sha256, expires_at from cg_tokens where sha256 = any($1::text[])',
    [hashes],
  );
  if (row === undefined || !hashes.some((hash) => isSameSecret(row.sha256, hash))) return undefined;
  // The id changes with the rights, because plans are cached by it.
  return knownToken(`database:${row.id}:${row.type}:${hashSecret(row.actions)}`, {
    name: row.name,
    type: row.type,
    // `content-gen token` writes the column, as a list of actions.
    ...(row.type === 'custom' ? { actions: JSON.parse(row.actions) } : {}),
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
  });
}

type Token = Omit<TokenSettings, 'sha256'>;

function knownToken(id: string, token: Token): KnownToken {
  return { caller: { kind: 'token', id, name: token.name, may: rightsOf(token) }, expiresAt: token.expiresAt };
}

/** Compares in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const READ_ONLY = new Set(['find', 'findOne', 'findDraft']);

function rightsOf(token: Token): (type: string, action: string) => boolean {
  if (token.type === 'full-access') return () => true;
  if (token.type === 'read-only') return (_type, action) => READ_ONLY.has(action);
  const actions = new Set(token.actions);
  return (type, action) => actions.has(`${type}.${action}`);
}
