import type { Settings } from '../../content/index.js';
import { placeOf } from '../../upload/index.js';
import type { StudioSetup } from './description.js';

/** The page of the studio, for the path that the studio is mounted at. The nonce lets its editors add style sheets. */
export function studioPage(html: string, { base, nonce, setup }: { base: string; nonce: string; setup: StudioSetup }) {
  const head = [
    `<base href="${escaped(base)}">`,
    `<meta name="csp-nonce" nonce="${nonce}">`,
    `<meta name="studio" content="${escaped(JSON.stringify(setup))}">`,
  ];
  return html.replace('<head>', () => `<head>${head.join('')}`);
}

/** Nothing inline runs, no other site is asked for anything, and no other site may frame the page. */
export function contentSecurityPolicy(nonce: string, settings: Settings): string {
  const images = ["'self'", 'data:', 'blob:', ...bucketOrigins(settings)];
  const rules = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${images.join(' ')}`,
    `media-src ${images.join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return rules.join('; ');
}

/** Where links to files of a bucket lead: to the public address of the bucket, and for signed links to the service. */
function bucketOrigins({ upload }: Settings): readonly string[] {
  const storage = upload?.storage;
  if (storage?.provider !== 's3') return [];
  const addresses = [placeOf(storage), ...(storage.baseUrl === undefined ? [] : [storage.baseUrl])];
  return [...new Set(addresses.filter((each) => URL.canParse(each)).map((each) => new URL(each).origin))];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
