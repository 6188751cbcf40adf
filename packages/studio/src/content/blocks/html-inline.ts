import { type Marks, NONE, marksOf } from './html-style.js';

/** A node before it is cleaned. */
export interface Raw {
  readonly type: string;
  readonly children?: readonly Raw[];
  readonly [key: string]: unknown;
}

export const DROPPED =
  'script, style, template, noscript, iframe, object, embed, svg, math, head, title, select, textarea';
export const BLOCKS =
  'address, article, aside, blockquote, dd, div, dl, dt, figure, figcaption, footer, form, h1, h2, h3, h4, h5, h6, header, hr, li, main, nav, ol, p, pre, section, table, tbody, td, tfoot, th, thead, tr, ul';

/** The edge of a block that becomes a part of a line, such as of the second paragraph of an item. */
const EDGE: Raw = { type: 'edge' };

/** The texts and links of a node. */
export function inlineOf(node: Node, marks: Marks = NONE): readonly Raw[] {
  if (node instanceof Text) {
    // A no-break space is no white space of the source.
    const text = node.data.replaceAll(/[ \t\r\n\f]+/g, ' ');
    return text === '' ? [] : [{ type: 'text', text, ...Object.fromEntries([...marks].map((mark) => [mark, true])) }];
  }
  if (!(node instanceof Element) || node.matches(DROPPED)) return [];
  if (node.localName === 'br') return [{ type: 'text', text: '\n' }];
  // Browsers write such a space where two spaces follow each other.
  if (node.matches('.Apple-converted-space')) return [{ type: 'text', text: ' ' }];
  const own = marksOf(node, marks);
  const inner = [...node.childNodes].flatMap((child) => inlineOf(child, own));
  if (node.localName === 'a') return linked(node, inner);
  return node.matches(BLOCKS) ? [EDGE, ...inner, EDGE] : inner;
}

/** A line without the white space that HTML does not show: at its edges, around line breaks, and twice. */
export function trimmed(line: readonly Raw[]): readonly Raw[] {
  const shown: Raw[] = [];
  let isEdge = false;
  for (const raw of line) {
    if (raw.type === 'edge') {
      isEdge = true;
      continue;
    }
    if (isEdge && isBlank(raw)) continue;
    if (isEdge && shown.length > 0) shown.push({ type: 'text', text: '\n' });
    isEdge = false;
    shown.push(raw);
  }
  return withoutEnds(shown);
}

function withoutEnds(line: readonly Raw[]): readonly Raw[] {
  let [from, to] = [0, line.length];
  while (from < to && isBlank(line[from])) from++;
  while (to > from && isBlank(line[to - 1])) to--;
  const parts = line.slice(from, to);
  return parts.map((raw, index) => {
    if (raw.type !== 'text') return raw;
    let text = String(raw['text']);
    if (index === 0 || endsWithSpace(parts[index - 1])) text = text.replace(/^ +/, '');
    if (index === parts.length - 1 || startsWithBreak(parts[index + 1])) text = text.replace(/ +$/, '');
    return { ...raw, text };
  });
}

function isBlank(raw: Raw | undefined): boolean {
  return raw?.type === 'text' && String(raw['text']).trim() === '';
}

function endsWithSpace(raw: Raw | undefined): boolean {
  return raw?.type === 'text' && /[ \n]$/.test(String(raw['text']));
}

function startsWithBreak(raw: Raw | undefined): boolean {
  return raw?.type === 'text' && String(raw['text']).startsWith('\n');
}

/**
 * The link with its texts, or the texts alone if all of them are blank. Google Docs and Word underline the texts of a
 * link. That mark is dropped, because the studio underlines every link.
 */
export function linked(link: Element, inner: readonly Raw[]): readonly Raw[] {
  const texts = inner.filter(({ type }) => type !== 'edge');
  if (texts.every(isBlank)) return inner;
  const children = texts.map((raw) => ({ ...raw, underline: false }));
  return [{ type: 'link', url: link.getAttribute('href') ?? '', children }];
}
