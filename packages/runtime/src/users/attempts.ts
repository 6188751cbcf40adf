import type { Content } from '../content/index.js';

/**
 * Counts an attempt under a key and returns how many seconds to wait if there were too many, otherwise `undefined`.
 * The database counts, so that the limit holds across all instances.
 */
export async function countAttempt(content: Content, key: string): Promise<number | undefined> {
  const { rateLimit } = content.usersSettings;
  if (rateLimit === false) return undefined;
  const [row] = await content.database.rows<{ count: number; wait: string }>(
    `insert into cg_attempts as a (key, count, until) values ($1::text, 1, now() + make_interval(secs => $2::integer))
     on conflict (key) do update set
       count = case when a.until <= now() then 1 else a.count + 1 end,
       until = case when a.until <= now() then excluded.until else a.until end
     returning count, ceil(extract(epoch from until - now()))::text as wait`,
    [key, rateLimit.seconds],
  );
  // Without a count, no limit would hold.
  if (row === undefined) throw new Error('The database did not count the attempt');
  if (row.count === 1) await deleteExpired(content);
  if (row.count <= rateLimit.requests) return undefined;
  return Math.max(1, Number(row.wait));
}

/** Every new window deletes some of the expired windows. */
async function deleteExpired({ database }: Content): Promise<void> {
  await database.rows(
    `delete from cg_attempts where key in (select key from cg_attempts where until < now() - interval '1 hour' limit 100 for update skip locked)`,
  );
}
