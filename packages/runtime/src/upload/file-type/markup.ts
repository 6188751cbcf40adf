/** The type of a text that begins like markup or a script; `undefined` for other text. */
export function markupType(text: string): string | undefined {
  if (text.startsWith('#!')) return 'application/x-sh';
  const isXml = /^\s*<\?xml[\s?]/i.test(text);
  if (/^\s*<\?(?!xml[\s?])/i.test(text)) return 'application/x-httpd-php';
  const root = rootElement(text);
  if (root === undefined) return isXml ? 'application/xml' : undefined;
  if (root === 'svg' || root.endsWith(':svg')) return 'image/svg+xml';
  if (HTML.has(root)) return 'text/html';
  return isXml ? 'application/xml' : undefined;
}

/** The first elements, and the document type, that make browsers take a text for HTML. */
const HTML = new Set(
  '!doctype html head script iframe body style title link meta base form object embed img div p a b table h1 br font'.split(
    ' ',
  ),
);

/** The name of the first element, after the declarations and comments that XML allows before it. */
function rootElement(text: string): string | undefined {
  let rest = text.trimStart();
  for (;;) {
    // Each part can match a text in one way only: a file of spaces would otherwise occupy the process for seconds.
    const skipped = /^(?:<\?xml[^>]*>|<!--[\s\S]*?-->|<!doctype\s(?!\s*html)(?:[^>[]|\[[^\]]*\])*>)\s*/i.exec(rest);
    if (skipped === null) break;
    rest = rest.slice(skipped[0].length);
  }
  return /^<(!doctype|[a-z][\w:-]*)(?=[\s>/]|$)/i.exec(rest)?.[1]?.toLowerCase();
}
