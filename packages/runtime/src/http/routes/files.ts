import { Hono } from 'hono';

import { type ContentDefinition, contentOf } from '../../content/content.js';
import { NotFoundError } from '../../errors/index.js';
import type { ContentEnv } from '../context.js';
import { corsHeaders } from '../cors.js';
import { answerError, errorResponse } from '../failures.js';
import { uploadsOf } from '../../upload/uploads.js';

/** The format of keys: no paths, no hidden files. */
const KEY = /^[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9]+)?$/;

/** Stored files, public to all who know their address. Mount at `/uploads`. */
export function fileRoutes(definition: ContentDefinition): Hono<ContentEnv> {
  const routes = new Hono<ContentEnv>();
  routes.onError(answerError);
  routes.get('/:key', async (c) => {
    const key = c.req.param('key');
    const { storage } = await uploadsOf(contentOf(definition));
    const found = KEY.test(key) ? await storage.answer(key, c.req.raw) : undefined;
    if (found === undefined) return errorResponse(c, new NotFoundError());
    const cors = corsHeaders(definition.settings.api.cors, c.req.header('origin'));
    for (const [name, value] of Object.entries(cors)) found.headers.set(name, value);
    return found;
  });
  return routes;
}
