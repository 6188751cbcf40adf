import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';

import type { Content } from '../../content/index.js';
import { callerOf } from '../request.js';
import type { ContentEnv } from '../context.js';
import { nodeBindings } from './address.js';

/**
 * Whether the sender of a request may see the state of the server: with an API token, or from the machine itself where
 * the settings allow that.
 */
export async function isOperator(c: Context<ContentEnv>, content: Content): Promise<boolean> {
  if (content.settings.observe?.trustLocal === true && isLocal(c)) return true;
  const authorization = c.req.header('authorization');
  if (authorization === undefined) return false;
  return callerOf(content, authorization).then(
    ({ kind }) => kind === 'token',
    () => false,
  );
}

/**
 * A proxy on this machine calls for clients of other machines. Most proxies add one of these headers. A page of another
 * site that has its name resolve to this machine names another host.
 */
function isLocal(c: Context<ContentEnv>): boolean {
  if (!['localhost', '127.0.0.1', '[::1]'].includes(new URL(c.req.url).hostname)) return false;
  if (['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => c.req.header(name) !== undefined))
    return false;
  const address = nodeBindings(c).incoming?.socket?.remoteAddress;
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
