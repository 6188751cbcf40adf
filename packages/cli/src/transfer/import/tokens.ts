import { strapiHash } from '@content-gen/runtime/transfer';

import { isObject } from '../../config/plain-object.js';
import { DEVELOPMENT_NAME } from '../../database/development-token.js';
import { grantedActions } from '../../permissions/strapi-actions.js';
import type { Layout } from '../layout.js';
import type { Tally } from './report.js';
import type { Transaction } from './staging.js';

/** Tokens of an export of content-gen, by the hashes of their secrets. */
export const TOKEN_UID = 'content-gen::token';
const STRAPI_TOKEN_UID = 'admin::api-token';
const RIGHT_UID = 'admin::api-token-permission';

export const tokenTypes: readonly string[] = [TOKEN_UID, STRAPI_TOKEN_UID, RIGHT_UID];

/** A token as the table holds it. */
interface TokenRow {
  readonly name: string;
  readonly type: string;
  readonly actions: readonly unknown[];
  readonly sha256: string;
  readonly expiresAt: unknown;
  readonly createdAt: unknown;
}

type Values = Readonly<Record<string, unknown>>;

/** Imports tokens by the hashes of their secrets. Those of Strapi work as soon as the server knows the salt of Strapi. */
export async function importTokens(tx: Transaction, layout: Layout, tally: Tally): Promise<void> {
  const rows = await tx<{ type: string; document: string; created: Date | null; data: string }[]>`
    select type, document, created, data from cg_in_entity where type in (${TOKEN_UID}, ${STRAPI_TOKEN_UID}) order by id`;
  const names: string[] = [];
  for (const { type, document, created, data } of rows) {
    const values: unknown = JSON.parse(data);
    if (!isObject(values)) continue;
    const isStrapi = type === STRAPI_TOKEN_UID;
    const token = isStrapi
      ? strapiToken(
          { ...values, createdAt: created?.toISOString() },
          await actionsIn(tx, document, values, layout, tally),
        )
      : ownToken(values);
    tally.count('token', 'read');
    if (token === undefined) {
      const message = isStrapi
        ? 'the token has no rights of the REST API'
        : 'the token belongs to a serve that ran when the archive was made';
      tally.problem({ type: 'token', documentId: String(values['name']), effect: 'skipped', message });
      tally.count('token', 'skipped');
    } else if ((await insertToken(tx, token, tally)) && isStrapi) names.push(token.name);
  }
  if (names.length > 0) {
    tally.note(
      `API tokens of Strapi: ${names.join(', ')}. They work on a server whose API_TOKEN_SALT is the one of Strapi.`,
    );
  }
}

/** Undefined for a development token: exports of former releases have it. */
function ownToken({ name, type, actions, sha256, expiresAt, createdAt }: Values): TokenRow | undefined {
  if (new RegExp(DEVELOPMENT_NAME).test(String(name))) return undefined;
  const list = Array.isArray(actions) ? actions : [];
  return { name: String(name), type: String(type), actions: list, sha256: String(sha256), expiresAt, createdAt };
}

/** Undefined for a token of another API: Strapi has tokens for its admin panel in the same table. */
function strapiToken(values: Values, actions: readonly string[]): TokenRow | undefined {
  const { name, kind, type, accessKey, expiresAt, createdAt } = values;
  const isKnown = type === 'full-access' || type === 'read-only' || type === 'custom';
  if (!isKnown || kind === 'admin' || typeof accessKey !== 'string') return undefined;
  return { name: String(name), type, actions, sha256: strapiHash(accessKey), expiresAt, createdAt };
}

/** The rights of a custom token. Those that the API does not have are listed. */
async function actionsIn(
  tx: Transaction,
  document: string,
  { type, name }: Values,
  { types }: Layout,
  tally: Tally,
): Promise<readonly string[]> {
  if (type !== 'custom') return [];
  const rights = await tx<{ data: string }[]>`
    select p.data from cg_in_ref r join cg_in_entity p on p.type = r.owner_type and p.id = r.owner_id
    where r.owner_type = ${RIGHT_UID} and r.field = 'token' and r.document = ${document} order by p.id`;
  return rights.flatMap(({ data }) => {
    const values: unknown = JSON.parse(data);
    const right = isObject(values) ? String(values['action']) : '';
    const granted = grantedActions(right, (uid) => types.get(uid)?.type.name);
    if (granted.length === 0) {
      const message = `the API has no action ${right}`;
      tally.problem({ type: 'token', documentId: String(name), attribute: 'actions', effect: 'dropped', message });
    }
    return granted.map((each) => `${each.type}.${each.action}`);
  });
}

/** Whether the token is here now. A token of the same name stays as it is. */
async function insertToken(tx: Transaction, token: TokenRow, tally: Tally): Promise<boolean> {
  const { name, type, actions, sha256, expiresAt, createdAt } = token;
  const added = await tx`
    insert into cg_tokens (name, type, actions, sha256, expires_at, created_at)
    values (${name}, ${type}, ${JSON.stringify(actions)}::text::jsonb, ${sha256},
      ${typeof expiresAt === 'string' ? expiresAt : null}, ${typeof createdAt === 'string' ? createdAt : new Date().toISOString()})
    on conflict do nothing returning id`;
  const known = added.length > 0 || (await tx`select from cg_tokens where sha256 = ${sha256}`).length > 0;
  tally.count('token', added.length > 0 ? 'written' : known ? 'unchanged' : 'skipped');
  if (!known) {
    const message = 'another token has this name here';
    tally.problem({ type: 'token', documentId: name, effect: 'skipped', message });
  }
  return known;
}
