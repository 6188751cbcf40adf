import type { Handler } from 'hono';
import { HonoBase } from 'hono/hono-base';
import { findTargetHandler } from 'hono/utils/handler';

import type { App } from '../complete.js';

/** The last handlers of generated routes that another copy of Hono holds. */
const strangers = new WeakSet<object>();

/** Remembers routes of another copy of Hono by their last handler, because apps take only handlers from routes. */
export function noteCopy<Each extends Handler>(routes: object, handler: Each): Each {
  if (!(routes instanceof HonoBase)) strangers.add(handler);
  return handler;
}

/** Why an app would not answer as it should: another copy of Hono made the app, or the generated routes in the app. */
export function copyProblem(app: App): string | undefined {
  return isStranger(app) ? OTHER_COPY : undefined;
}

export const OTHER_COPY =
  'This app uses another copy of Hono than @content-gen/runtime, which would answer most requests with 500. ' +
  "Code that is compiled to CommonJS imports '@content-gen/runtime/commonjs' before all else; " +
  'an ES module needs one installed hono ("npm ls hono" or "pnpm why hono" shows the others).';

function isStranger(app: App): boolean {
  if (!(app instanceof HonoBase)) return looksLikeHono(app);
  return app.routes.some(({ handler }) => strangers.has(findTargetHandler(handler)));
}

/** Apps of other frameworks have `fetch`, too, and serve requests of their own. */
function looksLikeHono(app: App): boolean {
  return 'routes' in app && Array.isArray(app.routes) && 'router' in app && 'errorHandler' in app;
}
