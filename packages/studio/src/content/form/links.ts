const SAFE = ['http:', 'https:', 'mailto:', 'tel:'];

/** An address that a browser does not run as code; `undefined` for all others. */
export function safeLink(address: string): string | undefined {
  if (!URL.canParse(address, 'https://site.invalid')) return undefined;
  const { protocol } = new URL(address, 'https://site.invalid');
  return SAFE.includes(protocol) ? address : undefined;
}

const HOST = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?([/?#].*)?$/u;
const MAIL = /^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/;

/**
 * The address that a person means: `example.org` is `https://example.org`, and a mail address becomes a link to it. The
 * API takes `/path` and addresses with a scheme alone. `undefined`: a browser could not go there.
 */
export function completedLink(typed: string): string | undefined {
  const text = typed.trim();
  if (MAIL.test(text)) return `mailto:${text}`;
  if (HOST.test(text)) return `https://${text}`;
  if (text.startsWith('/')) return safeLink(text);
  return URL.canParse(text) ? safeLink(text) : undefined;
}
