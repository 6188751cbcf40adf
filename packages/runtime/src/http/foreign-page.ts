import type { Context } from 'hono';

import type { ApiSettings } from '../content/index.js';
import { isPreflighted } from './bodies.js';
import type { ContentEnv } from './context.js';

/**
 * Whether a page of another origin sent the request without the right to use cookies. A page can send the browser of any
 * visitor here with a form, and a cookie would then sign the visitor in as a user that the page chose. Browsers say where
 * a request comes from; programs that are no browsers do not, and have no visitors.
 */
export function isForeignPage(c: Context<ContentEnv>): boolean {
  const [site, origin] = [c.req.header('sec-fetch-site'), c.req.header('origin')];
  if (site === undefined && origin === undefined) return false;
  const isOwn = site === undefined ? isOwnOrigin(c, origin) : site === 'same-origin';
  return !isOwn && !mayUseCookies(c.var.scope.content.settings.api.cors, origin, isPreflighted(c));
}

/** Browsers without `Sec-Fetch-Site`. */
function isOwnOrigin(c: Context<ContentEnv>, origin: string | undefined): boolean {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === new URL(c.req.url).host;
}

/** `reflect` means every origin, so the browser must have asked first, which a form never does. */
function mayUseCookies(
  { origins, credentials }: ApiSettings['cors'],
  origin: string | undefined,
  asked: boolean,
): boolean {
  if (!credentials || origin === undefined || origins === '*') return false;
  return origins === 'reflect' ? asked : origins.includes(origin);
}
