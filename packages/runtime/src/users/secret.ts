import { randomBytes } from 'node:crypto';

import { type Content, withoutClient } from '../content/index.js';

/** The key that signs sessions: `JWT_SECRET`, or a key that all instances share through the database. */
export function signingKey(content: Content): Promise<Uint8Array> {
  // Requests that come meanwhile wait for the same key.
  return content.signingKey.get(() => readKey(withoutClient(content)));
}

async function readKey({ database }: Content): Promise<Uint8Array> {
  const given = process.env['JWT_SECRET'];
  if (given !== undefined && given !== '') return new TextEncoder().encode(given);
  await database.rows(`insert into cg_secrets (name, value) values ('jwt', $1::text) on conflict (name) do nothing`, [
    randomBytes(48).toString('base64url'),
  ]);
  const [row] = await database.rows<{ value: string }>(`select value from cg_secrets where name = 'jwt'`);
  if (row === undefined) throw new Error('The key of sessions is missing in cg_secrets');
  return new TextEncoder().encode(row.value);
}
