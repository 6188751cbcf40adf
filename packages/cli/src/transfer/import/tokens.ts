import { parseDatetime, strapiHash } from '@content-gen/runtime/transfer';

import { isObject } from '../../config/plain-object.js';
import { DEVELOPMENT_NAME } from '../../database/development-token.js';
import { grantedActions } from '../../permissions/strapi-actions.js';
import type { Layout } from '../layout.js';
import { TransferProblem } from '../problem.js';
import type { Source } from '../source.js';
import type { Tally } from './report.js';
import { writeToken } from './token-writes.js';
import type { Transaction } from './staging.js';

/** Tokens of an export of content-gen, by the hashes of their secrets. */
export const TOKEN_UID = 'content-gen::token';
const STRAPI_TOKEN_UID = 'admin::api-token';
const RIGHT_UID = 'admin::api-token-permission';

export const importedTokenTypes: readonly string[] = [TOKEN_UID, STRAPI_TOKEN_UID, RIGHT_UID];

const TYPES: readonly unknown[] = ['full-access', 'read-only', 'custom'];

/** A token in the form of the table. */
export interface TokenRow {
  readonly name: string;
  readonly type: string;
  readonly actions: readonly string[];
  readonly sha256: string;
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

/** Why a token cannot come in. */
interface Unusable {
  readonly reason: string;
}

type Values = Readonly<Record<string, unknown>>;

export interface TokensTask {
  readonly layout: Layout;
  /** The names of the tokens to import. */
  readonly tokens?: readonly string[];
  readonly overwrite: boolean;
  readonly source: Source;
  readonly tally: Tally;
}

/**
 * Imports the tokens that the user names, by the hashes of their secrets. All other tokens stay out, because the author
 * of a source knows the secrets, and a token may do everything. Tokens of Strapi work as soon as the server knows the
 * salt of Strapi.
 */
export async function importTokens(tx: Transaction, task: TokensTask): Promise<void> {
  const { layout, tokens = [], tally } = task;
  const rows = await tx<{ type: string; document: string; created: Date | null; data: string }[]>`
    select type, document, created, data from cg_in_entity where type in (${TOKEN_UID}, ${STRAPI_TOKEN_UID}) order by id`;
  const names: string[] = [];
  const [seen, known] = [new Set<string>(), new Set<string>()];
  const leftOut: TokenRow[] = [];
  for (const { type, document, created, data } of rows) {
    const values: unknown = JSON.parse(data);
    if (!isObject(values)) continue;
    const isStrapi = type === STRAPI_TOKEN_UID;
    const isChosen = tokens.includes(String(values['name']));
    const actions = isStrapi && isChosen ? await actionsIn(tx, document, values, layout, tally) : [];
    const token = isStrapi ? strapiToken({ ...values, createdAt: created?.toISOString() }, actions) : ownToken(values);
    tally.count('token', 'read');
    known.add(String(values['name']));
    if ('reason' in token) skip(String(values['name']), token.reason, tally);
    else if (seen.has(token.name) || seen.has(token.sha256)) skip(token.name, 'the source has this token twice', tally);
    else if (!isChosen) leftOut.push(token);
    else if ((await writeToken(tx, token, task)) && isStrapi) names.push(token.name);
    if (!('reason' in token)) seen.add(token.name).add(token.sha256);
  }
  refuseUnknown(tokens, known);
  noteLeftOut(leftOut, tally);
  if (names.length > 0) {
    tally.note(
      `API tokens of Strapi: ${names.join(', ')}. They work on a server whose API_TOKEN_SALT is the one of Strapi.`,
    );
  }
}

function refuseUnknown(tokens: readonly string[], known: ReadonlySet<string>): void {
  const unknown = tokens.find((name) => !known.has(name));
  if (unknown === undefined) return;
  const has = known.size === 0 ? 'It has none.' : `It has ${[...known].slice(0, NOTED).join(', ')}.`;
  throw new TransferProblem(`--tokens ${unknown}: the source has no such token. ${has}`);
}

/** As many names as a reader takes in. */
const NOTED = 20;

function noteLeftOut(tokens: readonly TokenRow[], tally: Tally): void {
  if (tokens.length === 0) return;
  tally.count('token', 'skipped', tokens.length);
  const some = tokens.slice(0, NOTED);
  const more = tokens.length > NOTED ? [`${tokens.length - NOTED} more`] : [];
  const listed = [...some.map(({ name, type }) => `${name} (${type})`), ...more].join(', ');
  const names = some.map(({ name }) => name).join(',');
  tally.note(
    `API tokens were left out, because a token gives its rights to everybody who has its secret: ${listed}. To import those that you trust, name them: --tokens ${JSON.stringify(names)}.`,
  );
}

function skip(name: string, message: string, tally: Tally): void {
  tally.problem({ type: 'token', documentId: name, effect: 'skipped', message });
  tally.count('token', 'skipped');
}

/** Exports of former releases have development tokens. */
function ownToken({ name, type, actions, sha256, ...dates }: Values): TokenRow | Unusable {
  if (new RegExp(DEVELOPMENT_NAME).test(String(name))) {
    return { reason: 'the token belongs to a serve that ran when the archive was made' };
  }
  if (!TYPES.includes(type) || typeof sha256 !== 'string') return { reason: 'the token has no type or secret' };
  const list = Array.isArray(actions) ? actions.map(String) : [];
  return dated({ name: String(name), type: String(type), actions: list, sha256 }, dates);
}

/** Strapi has tokens for its admin panel in the same table. */
function strapiToken(values: Values, actions: readonly string[]): TokenRow | Unusable {
  const { name, kind, type, accessKey } = values;
  if (!TYPES.includes(type) || kind === 'admin' || typeof accessKey !== 'string') {
    return { reason: 'the token has no rights of the REST API' };
  }
  return dated({ name: String(name), type: String(type), actions, sha256: strapiHash(accessKey) }, values);
}

/** A token with a wrong end stays out: without an end, the token would be valid forever. */
function dated(
  token: Omit<TokenRow, 'expiresAt' | 'createdAt'>,
  { expiresAt, createdAt }: Values,
): TokenRow | Unusable {
  const created = momentOf(createdAt) ?? new Date().toISOString();
  if (expiresAt === null || expiresAt === undefined) return { ...token, expiresAt: null, createdAt: created };
  const end = momentOf(expiresAt);
  return end === undefined ? { reason: 'its end is not a date' } : { ...token, expiresAt: end, createdAt: created };
}

function momentOf(value: unknown): string | undefined {
  const parsed = typeof value === 'string' || typeof value === 'number' ? parseDatetime(value) : { problem: '' };
  return 'value' in parsed ? parsed.value : undefined;
}

/** The rights of a custom token. Rights that the API does not have are listed. */
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
