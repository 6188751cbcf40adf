import { type Handler, Hono } from 'hono';

import { type ContentDefinition, contentOf } from '../../content/index.js';
import { ContentError } from '../../errors/index.js';
import { isLocalOrToken } from '../client/operator.js';
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
    // The reasons name tables and columns, so not everybody sees them. Returned and not thrown, because a thrown error would be logged with every check.
    return errorResponse(c, notReady((await isLocalOrToken(c, content)) ? reasons : []));
  };
}

/** The answer of `/_ready` while requests cannot be served. */
export function notReady(reasons: readonly string[]): ContentError {
  return new ContentError(503, 'ServiceUnavailableError', 'Not ready', reasons.length === 0 ? null : { reasons });
}
