import { isIPv6 } from 'node:net';
import type { Context } from 'hono';

import { ContentError } from '../errors/index.js';
import type { ContentEnv } from '../http/context.js';
import { usersSettings } from './settings.js';

/**
 * Counts a call of a route against the address it comes from, in the database, so that all instances count together.
 * Nothing that the client writes in the body or the path is part of the key.
 */
export async function limitRate(c: Context<ContentEnv>, route: string): Promise<void> {
  const { content } = c.var.content;
  const { rateLimit, trustedProxies } = usersSettings(content.settings);
  if (rateLimit === false) return;
  const key = `${route} ${addressOf(c, trustedProxies)}`;
  const [row] = await content.database.rows<{ count: number; wait: string }>(
    `insert into cg_attempts as a (key, count, until) values ($1::text, 1, now() + make_interval(secs => $2::integer))
     on conflict (key) do update set
       count = case when a.until <= now() then 1 else a.count + 1 end,
       until = case when a.until <= now() then excluded.until else a.until end
     returning count, ceil(extract(epoch from until - now()))::text as wait`,
    [key, rateLimit.seconds],
  );
  if (row === undefined || row.count <= rateLimit.requests) return forgetOld(c, row?.count);
  c.header('Retry-After', String(Math.max(1, Number(row.wait))));
  throw new ContentError(429, 'RateLimitError', 'Too many requests, please try again later.');
}

/** Windows that are over are of no use; whoever begins a new one clears some of them away. */
async function forgetOld(c: Context<ContentEnv>, count: number | undefined): Promise<void> {
  if (count !== 1) return;
  await c.var.content.content.database.rows(
    `delete from cg_attempts where key in (select key from cg_attempts where until < now() - interval '1 hour' limit 100 for update skip locked)`,
  );
}

interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } };
}

/** The address of the client: of the connection, or what the outermost trusted proxy saw. */
function addressOf(c: Context<ContentEnv>, trustedProxies: number): string {
  const { incoming } = (c.env ?? {}) as NodeBindings;
  const direct = incoming?.socket?.remoteAddress ?? 'unknown';
  if (trustedProxies === 0) return network(direct);
  const forwarded = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  // Each proxy appends whom it heard from, so that many from the end are theirs; the rest is hearsay.
  return network(forwarded.at(-trustedProxies) ?? forwarded[0] ?? direct);
}

/** One spelling per client: a subscriber of IPv6 has a whole network to choose addresses from. */
function network(address: string): string {
  if (!isIPv6(address)) return address;
  const plain = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
  // A client of IPv4 as a socket of IPv6 sees it.
  const embedded = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(plain);
  if (embedded !== null) {
    const [high, low] = [parseInt(embedded[1]!, 16), parseInt(embedded[2]!, 16)];
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
