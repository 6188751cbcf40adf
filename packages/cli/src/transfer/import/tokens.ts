import { isObject } from '../../config/plain-object.js';
import type { Tally } from './report.js';
import type { Transaction } from './staging.js';

/** Tokens of an export of content-gen, by the hashes of their secrets. */
export const TOKEN_UID = 'content-gen::token';
const STRAPI_TOKEN_UID = 'admin::api-token';

export const tokenTypes: readonly string[] = [TOKEN_UID, STRAPI_TOKEN_UID];

/**
 * Strapi keeps an HMAC of each secret, and content-gen a SHA-256. One cannot be made from the other, so tokens of Strapi
 * are listed, and tokens of content-gen are imported.
 */
export async function importTokens(tx: Transaction, tally: Tally): Promise<void> {
  const rows = await tx<{ type: string; data: string }[]>`
    select type, data from cg_in_entity where type = any(${[...tokenTypes]}::text[]) order by id`;
  const foreign: string[] = [];
  for (const { type, data } of rows) {
    const values: unknown = JSON.parse(data);
    if (!isObject(values)) continue;
    if (type === STRAPI_TOKEN_UID) foreign.push(String(values['name']));
    else await insertToken(tx, values, tally);
  }
  if (foreign.length > 0) {
    tally.note(
      `${foreign.length} API tokens were not imported, because their hashes cannot be converted: ${foreign.join(', ')}. ` +
        'Create them again with "content-gen token create".',
    );
  }
}

async function insertToken(tx: Transaction, values: Readonly<Record<string, unknown>>, tally: Tally): Promise<void> {
  const { name, type, actions, sha256, expiresAt, createdAt } = values;
  const added = await tx`
    insert into cg_tokens (name, type, actions, sha256, expires_at, created_at)
    values (${String(name)}, ${String(type)}, ${JSON.stringify(actions ?? [])}::text::jsonb, ${String(sha256)},
      ${typeof expiresAt === 'string' ? expiresAt : null}, ${typeof createdAt === 'string' ? createdAt : new Date().toISOString()})
    on conflict do nothing returning id`;
  tally.count('token', 'read');
  tally.count('token', added.length > 0 ? 'written' : 'unchanged');
}
