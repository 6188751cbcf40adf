const SAFE = ['http:', 'https:', 'mailto:', 'tel:'];

/** An address that a browser does not run as code; `undefined` for all others. */
export function safeLink(address: string): string | undefined {
  if (!URL.canParse(address, 'https://site.invalid')) return undefined;
  const { protocol } = new URL(address, 'https://site.invalid');
  return SAFE.includes(protocol) ? address : undefined;
}
