import { meetsRowRules } from '../access/index.js';
import type { Caller, Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import { ForbiddenError, ValidationError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import { run } from '../sql/index.js';
import type { Put } from './request.js';
import { documentIdFrom } from './versions/document-id.js';

/** Printable ASCII, as other services take keys. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The id of the document that an `Idempotency-Key` creates: the id follows from the key, so that a repeated request
 * finds the document without a list of keys. A key belongs to its user or token. Callers without an identity share
 * one, so they have no keys, because one of them could ask for the document of another.
 */
export function idOfKey({ caller }: Scope, model: AnyModel, key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  if (!KEY.test(key)) throw new ValidationError('Idempotency-Key must have 1 to 255 characters of printable ASCII');
  const owner = ownerOf(caller);
  return owner && documentIdFrom(JSON.stringify([owner, model.uid, key]));
}

function ownerOf(caller: Caller): string | undefined {
  if (caller.kind === 'token') return `token ${caller.name}`;
  return caller.user && `user ${caller.user.documentId}`;
}

/** The first half of the keys of advisory locks. */
const CREATIONS = 7_236_840;

/** Whether a request with the same key has created the document. Waits for such a request that still runs. */
export async function isCreated(executor: Executor, { scope, model, right, newId: id }: Put): Promise<boolean> {
  if (id === undefined) return false;
  await run(executor, (param) => `select pg_advisory_xact_lock(${CREATIONS}, hashtext(${param(id, 'text')}))`);
  const [found] = await run(executor, (param) => `select 1 from cg_documents where id = ${param(id, 'text')}`);
  if (found === undefined) return false;
  if (!(await meetsRowRules(scope, executor, model, right, id))) throw new ForbiddenError();
  return true;
}
