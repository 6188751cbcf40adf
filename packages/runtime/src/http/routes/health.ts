import { type Handler, Hono } from 'hono';

import { type ContentDefinition, contentOf } from '../../content/index.js';
import { ContentError } from '../../errors/index.js';
import { isOperator } from '../client/operator.js';
import type { ContentEnv } from '../context.js';
import { errorResponse } from '../failures.js';
import { otherMethod } from '../fallback.js';
import { HEALTH, READY } from '../server/health-check.js';
import { createReadinessCheck } from '../server/readiness.js';
import { withRequestId } from '../request.js';

/**
 * `/_health` says that the process answers. `/_health` needs no database, because a restart of the process would not
 * bring the database back. `/_ready` says that requests can be served.
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
    const { reasons, degraded, database } = await check(content);
    const isReady = reasons.length === 0;
    // The details name tables and columns, so not everybody sees them.
    if (!(await isOperator(c, content))) return isReady ? c.body(null, 204) : errorResponse(c, notReady(null));
    const details = { ...(degraded.length > 0 && { degraded }), database, pools: content.database.usage?.() ?? {} };
    if (!isReady) return errorResponse(c, notReady({ reasons, ...details }));
    return c.json({ data: details }, 200, { 'Cache-Control': 'no-store' });
  };
}

/** The answer of `/_ready` while requests cannot be served. Not thrown, because that would be logged with every check. */
export function notReady(details: object | null): ContentError {
  return new ContentError(503, 'ServiceUnavailableError', 'Not ready', details);
}
