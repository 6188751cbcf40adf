/** The type of a text that begins like markup or a script; `undefined` for other text. */
export function markupType(text: string): string | undefined {
  if (text.startsWith('#!')) return 'application/x-sh';
  const isXml = /^\s*<\?xml[\s?]/i.test(text);
  if (/^\s*<\?(?!xml[\s?])/i.test(text)) return 'application/x-httpd-php';
  const root = rootElement(text)?.name;
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

interface RootElement {
  readonly name: string;
  /** Where the attributes of the element begin. */
  readonly end: number;
}

/** A declaration or a comment. Each part can match a text in one way only, so that no text is read again and again. */
const SKIPPED = /(?:<\?xml[^>]*>|<!--[\s\S]*?-->|<!doctype\s(?!\s*html)(?:[^>[]|\[[^\]]*\])*>)\s*/iy;
const ROOT = /<(!doctype|[a-z][\w:-]*)(?=[\s>/]|$)/iy;

/** The first element, after the declarations and comments that XML allows before it. */
function rootElement(text: string): RootElement | undefined {
  let at = text.length - text.trimStart().length;
  for (let skipped = matchAt(SKIPPED, text, at); skipped !== undefined; skipped = matchAt(SKIPPED, text, at)) {
    at += skipped[0].length;
  }
  const root = matchAt(ROOT, text, at);
  return root?.[1] === undefined ? undefined : { name: root[1].toLowerCase(), end: at + root[0].length };
}

const ATTRIBUTE = /\s*([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;

/** The attributes of the first element, up to the first place where the text is no XML. */
export function rootAttributes(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let at = rootElement(text)?.end ?? text.length;
  for (let next = matchAt(ATTRIBUTE, text, at); next !== undefined; next = matchAt(ATTRIBUTE, text, at)) {
    const [all, name = '', double, single] = next;
    found.set(name, double ?? single ?? '');
    at += all.length;
  }
  return found;
}

/** What a sticky expression finds at an offset. */
function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at;
  return expression.exec(text) ?? undefined;
}
