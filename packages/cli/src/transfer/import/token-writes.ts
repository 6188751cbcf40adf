import { hash } from 'node:crypto';

import { isoText } from '../iso-text.js';
import type { TokenRow, TokensTask } from './tokens.js';
import type { Transaction } from './staging.js';

/**
 * Tells rows of tokens from rows of documents in `cg_imports`. The id of a row of a token is the hash of the secret.
 */
const MEMORY = 'token';

/** The rights of a token, which an import compares. */
type Rights = Pick<TokenRow, 'type' | 'actions' | 'expiresAt'>;

interface TokenHere extends Rights {
  readonly id: string;
  readonly name: string;
  readonly sha256: string;
  /** The digest of the last import. */
  readonly known: string | null;
}

/**
 * Writes a token that is new, or that an import wrote and that was not changed here. Returns whether the database has
 * the token. A change of rights is always reported, because it may give a client more rights.
 */
export async function writeToken(tx: Transaction, token: TokenRow, task: TokensTask): Promise<boolean> {
  const { overwrite, source, tally } = task;
  const { name, sha256 } = token;
  const rows = await tokensHere(tx, token);
  const here = rows.find((row) => row.sha256 === sha256) ?? rows[0];
  if (here === undefined) return addToken(tx, token, task);
  const isSame = here.sha256 === sha256 && digestOf(here) === digestOf(token);
  if (isSame) {
    if (here.known !== null || source.kind === 'strapi') await remember(tx, token);
    tally.count('token', 'unchanged');
    return true;
  }
  const isUntouched = here.known === digestOf(here);
  if (!isUntouched && !overwrite) {
    tally.count('token', 'skipped');
    if (here.sha256 === sha256) {
      const reason = here.known === null ? 'exists here, and no import wrote it' : 'changed here since the last import';
      tally.changedHere('token', name, reason);
      return true;
    }
    const message = 'another token has this name here';
    tally.problem({ type: 'token', documentId: name, effect: 'skipped', message });
    return false;
  }
  await tx`
    update cg_tokens set type = ${token.type}, actions = ${JSON.stringify(token.actions)}::text::jsonb, sha256 = ${sha256},
      expires_at = ${token.expiresAt} where id = ${here.id}::bigint`;
  await tx`delete from cg_imports where document_id = ${here.sha256} and status = ${MEMORY}`;
  await remember(tx, token);
  tally.count('token', 'written');
  tally.note(`The token ${here.name} changed: ${changesOf(here, token).join('; ')}.`);
  return true;
}

/** A token that was deleted here was revoked, so the token stays out. */
async function addToken(tx: Transaction, token: TokenRow, { overwrite, tally }: TokensTask): Promise<boolean> {
  const { name, type, actions, sha256, expiresAt, createdAt } = token;
  const known = await tx`select from cg_imports where document_id = ${sha256} and status = ${MEMORY}`;
  if (known.length > 0 && !overwrite) {
    tally.count('token', 'skipped');
    tally.changedHere('token', name, 'deleted here since the last import');
    return false;
  }
  await tx`
    insert into cg_tokens (name, type, actions, sha256, expires_at, created_at)
    values (${name}, ${type}, ${JSON.stringify(actions)}::text::jsonb, ${sha256}, ${expiresAt}, ${createdAt})`;
  await remember(tx, token);
  tally.count('token', 'written');
  return true;
}

/** The tokens with this secret or name. */
function tokensHere(tx: Transaction, { name, sha256 }: TokenRow): Promise<readonly TokenHere[]> {
  return tx.unsafe<TokenHere[]>(
    `select t.id, t.name, t.type, t.actions, t.sha256, ${isoText('t.expires_at')} as "expiresAt", i.digest as known
     from cg_tokens t left join cg_imports i on i.document_id = t.sha256 and i.locale = '' and i.status = '${MEMORY}'
     where t.sha256 = $1 or t.name = $2 for no key update of t`,
    [sha256, name],
  );
}

async function remember(tx: Transaction, token: TokenRow): Promise<void> {
  await tx`
    insert into cg_imports (document_id, locale, status, type, digest, version)
    values (${token.sha256}, '', ${MEMORY}, ${MEMORY}, ${digestOf(token)}, 1)
    on conflict (document_id, locale, status) do update set digest = excluded.digest`;
}

function digestOf({ type, actions, expiresAt }: Rights): string {
  return hash('sha1', JSON.stringify([type, actions.toSorted(), expiresAt]), 'base64');
}

function changesOf(here: TokenHere, token: TokenRow): readonly string[] {
  const added = token.actions.filter((action) => !here.actions.includes(action));
  const removed = here.actions.filter((action) => !token.actions.includes(action));
  return [
    ...(here.type === token.type ? [] : [`${here.type} became ${token.type}`]),
    ...(added.length === 0 ? [] : [`it may ${added.join(', ')}`]),
    ...(removed.length === 0 ? [] : [`it may no longer ${removed.join(', ')}`]),
    ...(here.expiresAt === token.expiresAt ? [] : [`it ends ${token.expiresAt ?? 'never'}`]),
    ...(here.sha256 === token.sha256 ? [] : ['it has a new secret']),
  ];
}
