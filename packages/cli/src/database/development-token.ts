import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { connect } from './address.js';

/** A full-access token for the user of `serve`, valid in this process while it serves. */
export interface DevelopmentToken {
  readonly secret: string;
  revoke(): void;
}

/** In seconds. */
const TIMEOUT = 10;

/**
 * The names of development tokens. Such a token opens one project while its `serve` runs, so no archive contains it.
 */
export const DEVELOPMENT_NAME = '^serve-[0-9a-f]{8}$';

/** The slot of this process that the runtime reads; see `access/development-token.ts` there. */
const SLOT = Symbol.for('content-gen.developmentTokens');

/** The secret stays the same between starts, so that clients configured with it keep working. */
export async function grantDevelopmentToken(root: string, url: string): Promise<DevelopmentToken> {
  const secret = await secretOf(root);
  const sha256 = createHash('sha256').update(secret).digest('hex');
  // Several projects may be served, so each token has its own name.
  const name = `serve-${sha256.slice(0, 8)}`;
  const revoke = acceptSecret(sha256, name);
  await removeStored(url, name);
  return { secret, revoke };
}

/** A token for one test file, in this process alone. */
export function grantTestToken(): DevelopmentToken {
  const secret = newSecret();
  const sha256 = createHash('sha256').update(secret).digest('hex');
  return { secret, revoke: acceptSecret(sha256, `test-${sha256.slice(0, 8)}`) };
}

/** Lets the runtime accept a secret in this process. */
function acceptSecret(sha256: string, name: string): () => void {
  const found: unknown = Reflect.get(globalThis, SLOT);
  const tokens: Map<unknown, unknown> = found instanceof Map ? found : new Map();
  Reflect.set(globalThis, SLOT, tokens.set(sha256, name));
  return () => void tokens.delete(sha256);
}

/** Former releases wrote the token to the database, where a killed `serve` has left it. */
async function removeStored(url: string, name: string): Promise<void> {
  const sql = connect(url, { max: 1, fetch_types: false, connect_timeout: TIMEOUT, onnotice: () => undefined });
  try {
    await sql`delete from cg_tokens where name = ${name}`;
  } catch {
    // The row expires by itself, so `serve` needs no right to delete the row.
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function secretOf(root: string): Promise<string> {
  const file = join(root, '.content-gen', 'development-token');
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (/^cgt_[\w-]{43}$/.test(kept.trim())) return kept.trim();
  const secret = newSecret();
  await mkdir(join(root, '.content-gen'), { recursive: true });
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return secret;
}

function newSecret(): string {
  return `cgt_${randomBytes(32).toString('base64url')}`;
}
