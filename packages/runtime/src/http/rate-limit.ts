import { isIPv6 } from 'node:net';
import type { Context } from 'hono';

import { ContentError } from '../errors/index.js';
import { countAttempt } from '../users/attempts.js';
import type { ContentEnv } from './context.js';

/** Limits the calls of a route per address. The key has nothing that the client writes in the body or the path. */
export async function limitRate(c: Context<ContentEnv>, route: string): Promise<void> {
  const { content } = c.var.content;
  const { rateLimit, trustedProxies } = content.usersSettings;
  if (rateLimit === false) return;
  const wait = await countAttempt(content, `${route} ${clientAddress(c, trustedProxies)}`);
  if (wait === undefined) return;
  c.header('Retry-After', String(wait));
  throw new ContentError(429, 'RateLimitError', 'Too many requests, please try again later.');
}

interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } };
}

/** The address of the connection, or the address that the outermost trusted proxy saw. */
export function clientAddress(c: Context<ContentEnv>, trustedProxies: number): string {
  // The Node server passes its request as an environment; other servers pass none.
  const { incoming } = (c.env ?? {}) as NodeBindings;
  const direct = incoming?.socket?.remoteAddress ?? 'unknown';
  if (trustedProxies === 0) return network(direct);
  const forwarded = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  // Each proxy appends the address it saw, so only the last `trustedProxies` entries can be trusted.
  return network(forwarded.at(-trustedProxies) ?? forwarded[0] ?? direct);
}

/** An IPv6 client is identified by its /64 network, because it can choose any address in it. */
function network(address: string): string {
  if (!isIPv6(address)) return address;
  const plain = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
  // An IPv4 address mapped into IPv6.
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(plain);
  if (mapped !== null) {
    const [high = 0, low = 0] = mapped.slice(1).map((part) => parseInt(part, 16));
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
