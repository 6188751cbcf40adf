import { hash } from 'node:crypto';
import type { Handler } from 'hono';

import type { ContentDefinition } from '../content/index.js';
import { matches } from './answers.js';
import { createCors } from './cors.js';

/**
 * Answers with an OpenAPI document, such as the generated `openapi.json`. Add it before `contentRoutes`, which answer
 * every other path below the prefix.
 */
export function openapi({ settings }: Pick<ContentDefinition, 'settings'>, document: object): Handler {
  const body = JSON.stringify(document);
  const cors = createCors(settings.api.cors);
  const etag = `"${hash('sha1', body, 'base64url')}"`;
  return (c) => {
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
      ETag: etag,
      Vary: 'Origin',
      ...cors.headersFor(c.req.header('origin')),
    };
    if (matches(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
    return c.body(body, 200, headers);
  };
}
