import { createHash, randomBytes } from 'node:crypto';

import { codeOf } from '../diagnostics/thrown.js';
import { connect } from './address.js';
import { DatabaseProblem } from './problem.js';

export const tokenTypes = ['full-access', 'read-only', 'custom'] as const;

export interface NewToken {
  readonly name: string;
  readonly type: (typeof tokenTypes)[number];
  /** Only for a custom token: `article.find`. */
  readonly actions: readonly string[];
  readonly expiresAt?: string;
}

interface StoredToken extends NewToken {
  readonly createdAt: string;
}

/** The API tokens of a database. The running API sees changes within a second. */
export interface TokenStore {
  /** Returns the secret, which is stored nowhere. Undefined if the name is taken. */
  create(token: NewToken): Promise<string | undefined>;
  list(): Promise<readonly StoredToken[]>;
  /** Returns whether there was a token of this name. */
  revoke(name: string): Promise<boolean>;
  close(): Promise<void>;
}

interface Row {
  readonly name: string;
  readonly type: NewToken['type'];
  readonly actions: readonly string[];
  readonly expires_at: Date | null;
  readonly created_at: Date;
}

export function openTokenStore(url: string): TokenStore {
  const sql = connect(url, { max: 1, fetch_types: false, onnotice: () => undefined });
  return {
    async create({ name, type, actions, expiresAt }) {
      const secret = `cgt_${randomBytes(32).toString('base64url')}`;
      const sha256 = createHash('sha256').update(secret).digest('hex');
      const rows = await sql`
        insert into cg_tokens (name, type, actions, sha256, expires_at)
        values (${name}, ${type}, ${sql.json([...actions])}, ${sha256}, ${expiresAt ?? null})
        on conflict (name) do nothing returning id`.catch(refuse);
      return rows.length === 0 ? undefined : secret;
    },
    async list() {
      const rows = await sql<Row[]>`
        select name, type, actions, expires_at, created_at from cg_tokens order by name`.catch(refuse);
      return rows.map((row) => ({
        name: row.name,
        type: row.type,
        actions: row.actions,
        ...(row.expires_at === null ? {} : { expiresAt: row.expires_at.toISOString() }),
        createdAt: row.created_at.toISOString(),
      }));
    },
    async revoke(name) {
      const rows = await sql`delete from cg_tokens where name = ${name} returning id`.catch(refuse);
      return rows.length > 0;
    },
    close: () => sql.end({ timeout: 1 }),
  };
}

const UNDEFINED_TABLE = '42P01';

function refuse(error: unknown): never {
  if (codeOf(error) !== UNDEFINED_TABLE) throw error;
  throw new DatabaseProblem(
    'The database has no table for tokens yet. Run "content-gen migrate apply" or "content-gen serve" first.',
  );
}
