import { Hono } from 'hono';

import { type ContentDefinition, contentOf } from '../../content/index.js';
import { NotFoundError } from '../../errors/index.js';
import { asText, sumOf } from '../../observe/index.js';
import { isOperator } from '../client/operator.js';
import type { ContentEnv } from '../context.js';
import { errorResponse } from '../failures.js';
import { otherMethod } from '../fallback.js';
import { changeFamilies } from '../observe/change-log.js';
import { databaseFamilies } from '../observe/collected.js';
import { withRequestId } from '../request.js';
import { METRICS } from '../server/health-check.js';
import { collectAll } from '../workers/collection.js';

/** `/_metrics` in the format of Prometheus, if the settings ask for it. Otherwise `/_metrics` is an unknown path. */
export function metricsRoutes(definition: ContentDefinition): Hono<ContentEnv> {
  const app = new Hono<ContentEnv>();
  if (definition.settings.observe?.metrics !== true) return app;
  app.use(METRICS, withRequestId);
  app.use(METRICS, async (c, next) =>
    (await isOperator(c, contentOf(definition))) ? next() : errorResponse(c, new NotFoundError()),
  );
  app.get(METRICS, async (c) => {
    const content = contentOf(definition);
    const [processes, ...asked] = await Promise.all([
      collectAll(content),
      databaseFamilies(content),
      changeFamilies(content),
    ]);
    return c.body(asText([...sumOf(processes), ...asked.flat()]), 200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    });
  });
  app.all(METRICS, (c) => otherMethod(c, ['HEAD', 'GET']));
  return app;
}
