import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type postgres from 'postgres';
import { connect } from './address.js';

/** A full-access token for the user of `serve`, valid while it runs. */
export interface DevelopmentToken {
  readonly secret: string;
  revoke(): Promise<void>;
}

/** The token expires, because a killed process cannot revoke it. */
const LIFE_MINUTES = 10;
/** In seconds: a busy machine may take long, but the end of `serve` does not wait long for a host that does not answer. */
const TIME = { grant: 30, revoke: 10 };

/** The names of development tokens. They open one project while its `serve` runs, so no archive takes them elsewhere. */
export const DEVELOPMENT_NAME = '^serve-[0-9a-f]{8}$';

/** The secret stays the same between starts, so that clients configured with it keep working. */
export async function grantDevelopmentToken(root: string, url: string): Promise<DevelopmentToken> {
  const secret = await secretOf(root);
  const sha256 = createHash('sha256').update(secret).digest('hex');
  // Several projects may use one database, so each token has its own name.
  const name = `serve-${sha256.slice(0, 8)}`;
  const grant = () =>
    withConnection(
      url,
      TIME.grant,
      (sql) => sql`
        insert into cg_tokens (name, type, actions, sha256, expires_at)
        values (${name}, 'full-access', '[]', ${sha256}, now() + ${`${LIFE_MINUTES} minutes`}::interval)
        on conflict (name) do update set expires_at = excluded.expires_at`,
    );
  await grant();
  const timer = setInterval(() => void grant().catch(() => undefined), (LIFE_MINUTES / 5) * 60_000).unref();
  return {
    secret,
    revoke: async () => {
      clearInterval(timer);
      await withConnection(url, TIME.revoke, (sql) => sql`delete from cg_tokens where name = ${name}`);
    },
  };
}

async function secretOf(root: string): Promise<string> {
  const file = join(root, '.content-gen', 'development-token');
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (/^cgt_[\w-]{43}$/.test(kept.trim())) return kept.trim();
  const secret = `cgt_${randomBytes(32).toString('base64url')}`;
  await mkdir(join(root, '.content-gen'), { recursive: true });
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return secret;
}

async function withConnection(
  url: string,
  seconds: number,
  work: (sql: postgres.Sql) => Promise<unknown>,
): Promise<void> {
  const sql = connect(url, { max: 1, fetch_types: false, connect_timeout: seconds, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
