import type { Context } from 'hono';

import { ContentError } from '../errors/index.js';
import { countAttempt } from '../users/index.js';
import { clientAddress } from './client/address.js';
import type { ContentEnv } from './context.js';

/** Limits the calls of a route per address. The key has nothing that the client writes in the body or the path. */
export async function limitRate(c: Context<ContentEnv>, route: string): Promise<void> {
  const { content } = c.var.scope;
  const { rateLimit, trustedProxies } = content.usersSettings;
  if (rateLimit === false) return;
  const wait = await countAttempt(content, `${route} ${clientAddress(c, trustedProxies)}`);
  if (wait === undefined) return;
  c.header('Retry-After', String(wait));
  throw new ContentError(429, 'RateLimitError', 'Too many requests, please try again later.');
}
