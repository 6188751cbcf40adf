import { Hono } from 'hono';

import { type ContentDefinition, contentOf } from '../../content/index.js';
import { NotFoundError } from '../../errors/index.js';
import type { ContentEnv } from '../context.js';
import { createCors } from '../answers.js';
import { answerError, errorResponse } from '../failures.js';
import { fileByKey, uploadsOf } from '../../upload/index.js';

/** Stored files, public to all who know their address. Mount at `/uploads`. */
export function fileRoutes(definition: ContentDefinition): Hono<ContentEnv> {
  const routes = new Hono<ContentEnv>();
  const cors = createCors(definition.settings.api.cors);
  routes.onError(answerError);
  routes.get('/:key', async (c) => {
    const content = contentOf(definition);
    const { storage } = await uploadsOf(content);
    // A private bucket or a folder may contain other files, so a record has to name the file.
    const file = await fileByKey(content.database, storage.name, c.req.param('key'));
    const found = file && (await storage.answer(file, c.req.raw));
    if (found === undefined) return errorResponse(c, new NotFoundError());
    const headers = cors.headersFor(c.req.header('origin'));
    for (const [name, value] of Object.entries(headers)) found.headers.set(name, value);
    // Caches keep files. A copy that an image tag has asked for has no CORS headers, and would fail a script.
    found.headers.set('Vary', 'Origin');
    return found;
  });
  return routes;
}
