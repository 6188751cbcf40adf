import type { Content } from '../content/index.js';
import type { Executor } from '../database/index.js';
import { ContentError } from '../errors/index.js';
import { userModel } from '../model/index.js';
import { tableOf } from '../sql/index.js';
import { type Fields, own } from './body.js';

/**
 * Usernames and addresses must differ from each other, because users sign in with a username or an address. The unique
 * indexes of the columns tell upper from lower case, so the lock keeps two requests from taking spellings of one name.
 */
export async function refuseTaken(
  content: Content,
  executor: Executor,
  fields: Fields,
  documentId: string | undefined,
  say: (name: string) => string,
): Promise<void> {
  const wanted = ['email', 'username'].flatMap((name) => {
    const value = own(fields, name);
    return typeof value === 'string' ? [{ name, value: value.replaceAll('\0', '') }] : [];
  });
  if (wanted.length === 0) return;
  const values = wanted.map(({ value }) => value);
  await executor.rows(
    `select pg_advisory_xact_lock(k.key) from (select distinct hashtextextended(${folded('w.value')}, 0) as key from unnest($1::text[]) w(value) order by 1) k`,
    [values],
  );
  const [taken] = await executor.rows<{ at: number }>(
    `select w.at::integer as at from (select ${folded('username')} as username, ${folded('email')} as email from ${tableOf(userModel(content))} where document_id is distinct from $2::text) u
     join (select ${folded('value')} as name, at from unnest($1::text[]) with ordinality n(value, at)) w on w.name in (u.username, u.email) order by w.at limit 1`,
    [values, documentId ?? null],
  );
  const name = taken && wanted[taken.at - 1]?.name;
  if (name !== undefined) throw new ContentError(400, 'ApplicationError', say(name));
}

/**
 * SQL for the one spelling of names that differ by case alone. PostgreSQL lower-cases letter by letter, unless the
 * database uses ICU: `İ` would become `i` without its dot, and the last sigma of a word has a form of its own.
 */
function folded(text: string): string {
  return `replace(lower(replace(${text}, 'İ', 'i\u0307')), 'ς', 'σ')`;
}
