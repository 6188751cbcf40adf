import type { StudioSetup } from '@content-gen/runtime/studio';

/** What the server wrote into the page. */
export const setup: StudioSetup = readSetup();

/** The path that the studio is mounted at, without a slash at its end: `/studio`. */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, '');

/** Style sheets that libraries add need this nonce, because the Content-Security-Policy forbids all others. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? '';

function readSetup(): StudioSetup {
  const content = document.querySelector<HTMLMetaElement>('meta[name="studio"]')?.content;
  const written: StudioSetup = JSON.parse(content ?? '{"api":"/api","users":true,"autosave":true,"development":true}');
  return written;
}

declare global {
  // The name under which `get-nonce` looks for the nonce; the scroll lock of dialogs uses it.
  var __webpack_nonce__: string | undefined;
}
globalThis.__webpack_nonce__ = nonce;
