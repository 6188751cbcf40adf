import { cleanBlocks } from './clean-nodes.js';
import type { ElementNode, Mark } from './nodes.js';

/** A node before it is cleaned. */
interface Raw {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Blocks from HTML of the clipboard. The parser makes a document without a window: nothing in it runs or loads. */
export function htmlBlocks(html: string): ElementNode[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return cleanBlocks(blocksIn(body));
}

const DROPPED = 'script, style, template, noscript, iframe, object, embed, svg, math, head, title, select, textarea';
const BLOCKS =
  'address, article, aside, blockquote, dd, div, dl, dt, figure, figcaption, footer, form, h1, h2, h3, h4, h5, h6, header, hr, li, main, nav, ol, p, pre, section, table, tbody, td, tfoot, th, thead, tr, ul';

function blocksIn(parent: Element): readonly Raw[] {
  const blocks: Raw[] = [];
  let line: Raw[] = [];
  const flush = () => {
    const children = trimmed(line);
    if (children.length > 0) blocks.push({ type: 'paragraph', children });
    line = [];
  };
  for (const node of parent.childNodes) {
    if (node instanceof Element && !node.matches(DROPPED) && (node.matches(BLOCKS) || node.querySelector(BLOCKS))) {
      flush();
      blocks.push(...blockOf(node));
    } else line.push(...inlineOf(node, []));
  }
  flush();
  return blocks;
}

function blockOf(element: Element): readonly Raw[] {
  const name = element.localName;
  if (/^h[1-6]$/.test(name)) {
    return [{ type: 'heading', level: Number(name[1]), children: trimmed(inlineOf(element, [])) }];
  }
  if (name === 'ul' || name === 'ol') return [listOf(element)];
  if (name === 'pre') return [{ type: 'code', children: [{ type: 'text', text: element.textContent ?? '' }] }];
  if (name === 'blockquote') return [{ type: 'quote', children: trimmed(inlineOf(element, [])) }];
  return blocksIn(element);
}

/** Lists inside of an item follow it, as blocks have them. */
function listOf(element: Element): Raw {
  const children = [...element.children].flatMap((item): readonly Raw[] => {
    if (item.matches('ul, ol')) return [listOf(item)];
    const inner = [...item.querySelectorAll('ul, ol')].filter(
      (list) => list.parentElement?.closest('ul, ol') === element,
    );
    const lists = inner.map(listOf);
    inner.forEach((list) => list.remove());
    return [{ type: 'list-item', children: trimmed(inlineOf(item, [])) }, ...lists];
  });
  return { type: 'list', format: element.localName === 'ol' ? 'ordered' : 'unordered', children };
}

const TAGS: Readonly<Record<string, Mark>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  s: 'strikethrough',
  del: 'strikethrough',
  strike: 'strikethrough',
  code: 'code',
  kbd: 'code',
};

function inlineOf(node: Node, marks: readonly Mark[]): readonly Raw[] {
  if (node instanceof Text) {
    const text = node.data.replaceAll(/\s+/g, ' ');
    return text === '' ? [] : [{ type: 'text', text, ...Object.fromEntries(marks.map((mark) => [mark, true])) }];
  }
  if (!(node instanceof Element) || node.matches(DROPPED)) return [];
  if (node.localName === 'br') return [{ type: 'text', text: '\n' }];
  const own = TAGS[node.localName];
  // Google Docs wraps everything into a `b` that is not bold.
  const isMark = own !== undefined && !(node instanceof HTMLElement && node.style.fontWeight === 'normal');
  const inner = [...node.childNodes].flatMap((child) => inlineOf(child, isMark ? [...marks, own] : marks));
  return node.localName === 'a' ? [{ type: 'link', url: node.getAttribute('href') ?? '', children: inner }] : inner;
}

/** Without the white space that HTML does not show at the edges of a block. */
function trimmed(line: readonly Raw[]): readonly Raw[] {
  const isEmpty = (raw: Raw | undefined) =>
    raw !== undefined && raw.type === 'text' && String(raw['text']).trim() === '';
  let [from, to] = [0, line.length];
  while (from < to && isEmpty(line[from])) from++;
  while (to > from && isEmpty(line[to - 1])) to--;
  return line.slice(from, to).map((raw, index, all) => {
    if (raw.type !== 'text') return raw;
    let text = String(raw['text']);
    if (index === 0) text = text.trimStart();
    if (index === all.length - 1) text = text.trimEnd();
    return { ...raw, text };
  });
}
