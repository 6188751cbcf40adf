import { type Context, type Handler, Hono } from 'hono';
import ipaddr from 'ipaddr.js';

import { type Content, type ContentDefinition, contentOf } from '../../content/index.js';
import { ContentError } from '../../errors/index.js';
import { callerOf } from '../caller.js';
import { nodeBindings } from '../client/node-bindings.js';
import type { ContentEnv } from '../context.js';
import { errorResponse } from '../failures.js';
import { otherMethod } from '../fallback.js';
import { HEALTH, READY } from '../server/health-check.js';
import { createReadinessCheck } from '../server/readiness.js';
import { withRequestId } from '../request-id.js';

/**
 * `/_health` says that the process answers. It needs no database, because a restart of the process would not bring the
 * database back. `/_ready` says that requests can be served.
 */
export function healthRoutes(definition: ContentDefinition): Hono<ContentEnv> {
  const app = new Hono<ContentEnv>();
  for (const path of [HEALTH, READY]) app.use(path, withRequestId);
  app.get(HEALTH, (c) => c.body(null, 204));
  app.get(READY, readyHandler(definition));
  for (const path of [HEALTH, READY]) app.all(path, (c) => otherMethod(c, ['HEAD', 'GET']));
  return app;
}

function readyHandler(definition: ContentDefinition): Handler<ContentEnv> {
  const check = createReadinessCheck();
  return async (c) => {
    const content = contentOf(definition);
    const reasons = await check(content);
    if (reasons.length === 0) return c.body(null, 204);
    // Returned and not thrown, because a thrown error would be logged with every check.
    return errorResponse(c, notReady((await maySeeReasons(c, content)) ? reasons : []));
  };
}

/** The answer of `/_ready` while requests cannot be served. */
export function notReady(reasons: readonly string[]): ContentError {
  return new ContentError(503, 'ServiceUnavailableError', 'Not ready', reasons.length === 0 ? null : { reasons });
}

/** The reasons name tables and columns, so only the machine itself and holders of an API token see them. */
async function maySeeReasons(c: Context<ContentEnv>, content: Content): Promise<boolean> {
  if (isLocal(c)) return true;
  const authorization = c.req.header('authorization');
  if (authorization === undefined) return false;
  return callerOf(content, authorization).then(
    ({ kind }) => kind === 'token',
    () => false,
  );
}

/**
 * A proxy on this machine calls for clients of other machines, and says so with one of these headers. A page of another
 * site that has its name resolve to this machine names another host.
 */
function isLocal(c: Context<ContentEnv>): boolean {
  if (!['localhost', '127.0.0.1', '[::1]'].includes(new URL(c.req.url).hostname)) return false;
  if (['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => c.req.header(name) !== undefined))
    return false;
  const address = nodeBindings(c).incoming?.socket?.remoteAddress;
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
