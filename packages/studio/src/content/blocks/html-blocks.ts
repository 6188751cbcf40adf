import { cleanBlocks } from './clean-nodes.js';
import { BLOCKS, DROPPED, type Raw, inlineOf, linked, trimmed } from './html-inline.js';
import { type Marks, NONE, marksOf } from './html-style.js';
import type { ElementNode } from './nodes.js';
import { isWordItem, wordList } from './word-lists.js';

/** The blocks of a page, and the parts of the page that blocks cannot have. */
export interface PastedHtml {
  readonly blocks: ElementNode[];
  /** The images that the page contains as `data:` addresses. */
  readonly files: readonly File[];
  /** The number of images at other addresses, which the Content-Security-Policy of the studio does not allow. */
  readonly images: number;
  /** The number of videos, sounds and frames. */
  readonly embedded: number;
  /** The number of tables, which become lines of text. */
  readonly tables: number;
}

/** Blocks from HTML of the clipboard. The parser makes a document without a window: nothing in it runs or loads. */
export function htmlBlocks(html: string): PastedHtml {
  const { body } = new DOMParser().parseFromString(quiet(html), 'text/html');
  const images = [...body.querySelectorAll('img')].filter(isShown);
  const files = images.flatMap((image) => fileIn(image.getAttribute('src') ?? ''));
  return {
    files,
    images: images.length - files.length,
    embedded: body.querySelectorAll('iframe, video, audio, object, embed').length,
    tables: [...body.querySelectorAll('table')].filter(isTable).length,
    blocks: cleanBlocks(blocksIn(body)),
  };
}

/**
 * Renames styles and handlers, because the console of the browser reports each attribute that the policy of the page
 * blocks.
 */
function quiet(html: string): string {
  return html
    .replaceAll(/<style\b[^]*?<\/style>/gi, '')
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/(\s)(style|on[a-z]+)(\s*=)/gi, '$1data-$2$3'));
}

/** Mails have images of one pixel, and Google Docs draws the boxes of a checklist. */
function isShown(image: Element): boolean {
  return !image.matches('[width="0"], [width="1"], [height="0"], [height="1"], [role="checkbox"] *');
}

/** The image in an address such as `data:image/png;base64,…`. */
function fileIn(address: string): readonly File[] {
  const [, type, extension, content] =
    /^data:(image\/(png|jpeg|gif|webp|avif));base64,([\w+/=\s]+)$/.exec(address) ?? [];
  if (type === undefined || extension === undefined || content === undefined) return [];
  try {
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
    return [new File([bytes], `pasted.${extension}`, { type })];
  } catch {
    // Another page may write anything.
    return [];
  }
}

function blocksIn(parent: Element, around: Marks = NONE): readonly Raw[] {
  const marks = marksOf(parent, around);
  const blocks: Raw[] = [];
  let line: Raw[] = [];
  const flush = () => {
    const children = trimmed(line);
    if (children.length > 0) blocks.push({ type: 'paragraph', children });
    line = [];
  };
  const nodes = [...parent.childNodes];
  let at = 0;
  while (at < nodes.length) {
    const items = wordItems(nodes, at);
    const node = nodes[at];
    at += Math.max(items.length, 1);
    if (node instanceof Element && !node.matches(DROPPED) && hasBlocks(node)) {
      flush();
      blocks.push(...(items.length === 0 ? blockOf(node, marks) : wordList(items.filter(isElement), marks)));
    } else if (node !== undefined) line.push(...inlineOf(node, marks));
  }
  flush();
  return blocks;
}

function hasBlocks(element: Element): boolean {
  return element.matches(BLOCKS) || element.querySelector(BLOCKS) !== null;
}

function isElement(node: Node): node is Element {
  return node instanceof Element;
}

/** The items of a list of Word from a place on, with the white space between them. */
function wordItems(nodes: readonly Node[], from: number): readonly Node[] {
  const rest = nodes.slice(from);
  const end = rest.findIndex((node) => (isElement(node) ? !isWordItem(node) : node.textContent?.trim() !== ''));
  const items = end < 0 ? rest : rest.slice(0, end);
  return items[0] !== undefined && isElement(items[0]) ? items : [];
}

function blockOf(element: Element, around: Marks): readonly Raw[] {
  const name = element.localName;
  if (/^h[1-6]$/.test(name)) return headingOf(element, around);
  if (name === 'ul' || name === 'ol') return [listOf(element, around)];
  if (name === 'pre') return [{ type: 'code', children: [{ type: 'text', text: element.textContent ?? '' }] }];
  if (name === 'blockquote') return blocksIn(element, around).map(quoted);
  if (name === 'a') return blocksIn(element, around).map((block) => inLink(block, element));
  if (element instanceof HTMLTableElement && isTable(element)) return rowsOf(element, around);
  return blocksIn(element, around);
}

/** Ignores the style of a heading: browsers copy the style with the heading, and every heading would become bold. */
function headingOf(element: Element, around: Marks): readonly Raw[] {
  const children = trimmed([...element.childNodes].flatMap((child) => inlineOf(child, around)));
  // A heading without words is a gap in the outline of a page.
  return children.length === 0 ? [] : [{ type: 'heading', level: Number(element.localName[1]), children }];
}

function quoted(block: Raw): Raw {
  return block.type === 'paragraph' ? { ...block, type: 'quote' } : block;
}

/** A link around blocks becomes a link inside each block that has a line of text. */
function inLink(block: Raw, link: Element): Raw {
  const hasLine = ['paragraph', 'heading', 'quote'].includes(block.type);
  return hasLine ? { ...block, children: linked(link, block.children ?? []) } : block;
}

/** Mails and old pages use tables of one column to place their parts. */
function isTable(table: HTMLTableElement): boolean {
  return [...table.rows].some(({ cells }) => cells.length > 1);
}

/** A line for each row, because blocks have no tables. */
function rowsOf(table: HTMLTableElement, around: Marks): readonly Raw[] {
  return [...table.rows].flatMap(({ cells }): readonly Raw[] => {
    const texts = [...cells].map((cell) => trimmed(inlineOf(cell, around)));
    if (texts.every((each) => each.length === 0)) return [];
    const children = texts.flatMap((text, index) => (index === 0 ? text : [{ type: 'text', text: ' | ' }, ...text]));
    return [{ type: 'paragraph', children }];
  });
}

/** A list inside of an item becomes a list behind that item, because items of blocks contain no lists. */
function listOf(element: Element, around: Marks): Raw {
  const children = [...element.children].flatMap((item): readonly Raw[] => {
    if (item.matches('ul, ol')) return [listOf(item, around)];
    const inner = [...item.querySelectorAll('ul, ol')].filter(
      (list) => list.parentElement?.closest('ul, ol') === element,
    );
    const lists = inner.map((list) => listOf(list, around));
    inner.forEach((list) => list.remove());
    const own = trimmed(inlineOf(item, around));
    // An item may have nothing but the list below it.
    return own.length === 0 && lists.length > 0 ? lists : [{ type: 'list-item', children: own }, ...lists];
  });
  return { type: 'list', format: element.localName === 'ol' ? 'ordered' : 'unordered', children };
}
