import { hash } from 'node:crypto';
import type { Handler } from 'hono';

import type { ContentDefinition } from '../content/index.js';
import { createCors, matches } from './answers.js';
import { type OwnApp, withOwnRoutes } from './own-routes/document.js';

/**
 * Answers with an OpenAPI document, such as the generated `openapi.json`. Add it before `contentRoutes`, which answer
 * every other path below the prefix. If the app is given, the document also lists the app's own routes that use
 * `valid`.
 */
export function openapi({ settings }: Pick<ContentDefinition, 'settings'>, document: object, app?: OwnApp): Handler {
  const cors = createCors(settings.api.cors);
  let made: { readonly body: string; readonly etag: string } | undefined;
  // Made by the first request, so that routes may be added until then.
  const make = () => {
    const body = JSON.stringify(app === undefined ? document : withOwnRoutes(document, app, settings.api.prefix));
    return { body, etag: `"${hash('sha1', body, 'base64url')}"` };
  };
  return (c) => {
    const { body, etag } = (made ??= make());
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
