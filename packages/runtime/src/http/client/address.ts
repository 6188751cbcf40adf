import { isIPv4 } from 'node:net';

import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';

import type { ContentEnv } from '../context.js';

/**
 * The client of a request: the address of the connection, or the address that the outermost trusted proxy saw. An IPv6
 * client is its /64 network, because the client can choose any address in this network.
 */
export function clientAddress(c: Context<ContentEnv>, trustedProxies: number): string {
  const { incoming } = nodeBindings(c);
  const direct = networkOf(incoming?.socket?.remoteAddress ?? '') ?? 'unknown';
  if (trustedProxies === 0) return direct;
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').filter((entry) => entry.trim() !== '');
  // Each proxy appends the address of its own client, so only the last `trustedProxies` entries can be trusted.
  const seen = forwarded.at(-trustedProxies) ?? forwarded[0] ?? '';
  // An entry that is no address must not count as a client: a client can send as many such entries as it likes.
  return networkOf(seen) ?? direct;
}

/** An address in brackets, an IPv4 address, or any other text; proxies may add a port, a prefix length or quotes. */
const WRITTEN = /^"?(?:\[([^\]]+)\](?::\d+)?|([\d.]+)(?::\d+)?|([^"[\]/]+))(?:\/\d+)?"?$/;

/** One spelling per client; `undefined` if the text is no address. */
function networkOf(text: string): string | undefined {
  // The quick way for most addresses, because every request has an address.
  if (isIPv4(text)) return text;
  const [, bracketed, four, other] = WRITTEN.exec(text.trim()) ?? [];
  const address = bracketed ?? four ?? other ?? '';
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return undefined;
  // An IPv4 address that is mapped into IPv6 is the same client.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** The part of the environment that the Node server passes; other servers pass no such part. */
interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string; readonly destroyed?: boolean } };
  readonly outgoing?: { readonly writableFinished?: boolean };
}

export function nodeBindings(c: Context): NodeBindings {
  return (c.env ?? {}) as NodeBindings; // Hono leaves the type of an environment to the app that is served.
}
