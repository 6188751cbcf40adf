import type { Content } from '../content/index.js';
import type { Executor } from '../database/index.js';
import { ContentError } from '../errors/index.js';
import { userModel } from '../model/index.js';
import { tableOf } from '../sql/index.js';
import { type Fields, own } from './body.js';

/** Usernames and addresses must differ from each other, because users sign in with either. */
export async function refuseTaken(
  content: Content,
  executor: Executor,
  fields: Fields,
  documentId: string | undefined,
  say: (name: string) => string,
): Promise<void> {
  const wanted = ['email', 'username'].flatMap((name) => {
    const value = own(fields, name);
    return typeof value === 'string' ? [{ name, value: value.toLowerCase().replaceAll('\0', '') }] : [];
  });
  const last = wanted.at(-1);
  if (last === undefined) return;
  const rows = await executor.rows<{ username: string | null; email: string | null }>(
    `select lower(username) as username, email from ${tableOf(userModel(content))} where (lower(username) = any($1::text[]) or email = any($1::text[])) and document_id is distinct from $2::text`,
    [wanted.map(({ value }) => value), documentId ?? null],
  );
  if (rows.length === 0) return;
  // The database may lower-case letters differently, so no value may match; then the last one is named.
  const taken = wanted.find(({ value }) => rows.some((row) => row.username === value || row.email === value));
  const { name } = taken ?? last;
  throw new ContentError(400, 'ApplicationError', say(name));
}
