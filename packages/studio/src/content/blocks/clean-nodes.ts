import { safeLink } from '../form/links.js';
import { type Child, type ElementNode, MARKS, type TextNode } from './nodes.js';

/**
 * Nodes from another place, such as the clipboard, as far as they are blocks. Any page can write the clipboard, so
 * everything that blocks do not have is dropped, and links lead to safe addresses only.
 */
export function cleanBlocks(value: unknown): ElementNode[] {
  return listOf(value).flatMap((node) => block(node) ?? inlineBlock(node));
}

function block(node: unknown): ElementNode | undefined {
  if (!isObject(node)) return undefined;
  switch (node['type']) {
    case 'paragraph':
    case 'quote':
      return { type: node['type'], children: inline(node) };
    case 'heading': {
      const level = Number(node['level']);
      return { type: 'heading', level: level >= 1 && level <= 6 ? Math.trunc(level) : 2, children: inline(node) };
    }
    case 'code': {
      const { language } = node;
      return { type: 'code', ...(typeof language === 'string' ? { language } : {}), children: texts(node) };
    }
    case 'list':
      return list(node, 0);
    // The clipboard may have an item of a list without the list.
    case 'list-item':
      return { type: 'paragraph', children: inline(node) };
    case 'image':
      return image(node['image']);
    default:
      return undefined;
  }
}

function inlineBlock(node: unknown): readonly ElementNode[] {
  const children = inline({ children: [node] });
  return children.every((child) => 'text' in child && child.text === '') ? [] : [{ type: 'paragraph', children }];
}

function list(node: Fields, depth: number): ElementNode | undefined {
  const format = node['format'] === 'ordered' ? 'ordered' : 'unordered';
  const children = listOf(node['children']).flatMap((child): readonly ElementNode[] => {
    if (!isObject(child)) return [];
    if (child['type'] !== 'list') return [{ type: 'list-item', children: inline(child) }];
    const inner = list(child, depth + 1);
    return inner === undefined ? [] : [inner];
  });
  if (children.length === 0) return undefined;
  return { type: 'list', format, ...(depth === 0 ? {} : { indentLevel: depth }), children };
}

const IMAGE_TEXTS = ['name', 'url', 'hash', 'ext', 'mime', 'provider', 'createdAt', 'updatedAt'];
const IMAGE_NUMBERS = ['width', 'height', 'size'];

/** An image that the API takes: the API requires all facts about the file. */
function image(value: unknown): ElementNode | undefined {
  if (!isObject(value)) return undefined;
  const { url, alternativeText, caption } = value;
  const isComplete =
    IMAGE_TEXTS.every((name) => typeof value[name] === 'string') &&
    IMAGE_NUMBERS.every((name) => typeof value[name] === 'number');
  if (!isComplete || typeof url !== 'string' || safeLink(url) === undefined) return undefined;
  const facts = [...IMAGE_TEXTS, ...IMAGE_NUMBERS].map((name) => [name, value[name]]);
  const known = {
    ...Object.fromEntries(facts),
    url,
    alternativeText: typeof alternativeText === 'string' ? alternativeText : null,
    caption: typeof caption === 'string' ? caption : null,
  };
  return { type: 'image', image: known, children: [{ type: 'text', text: '' }] };
}

/** Texts and links; at least an empty text, because a block has children. */
function inline(node: Fields): Child[] {
  const children = listOf(node['children']).flatMap((child): readonly Child[] => {
    if (!isObject(child)) return [];
    if (typeof child['text'] === 'string') return [text(child)];
    const url = child['type'] === 'link' && typeof child['url'] === 'string' ? safeLink(child['url']) : undefined;
    return url === undefined ? texts(child) : [{ type: 'link', url, children: texts(child) }];
  });
  return children.length === 0 ? [{ type: 'text', text: '' }] : children;
}

function texts(node: Fields): TextNode[] {
  const found = listOf(node['children']).flatMap((child): readonly TextNode[] => {
    if (!isObject(child)) return [];
    return typeof child['text'] === 'string' ? [text(child)] : texts(child);
  });
  return found.length === 0 ? [{ type: 'text', text: '' }] : found;
}

function text(node: Fields): TextNode {
  const marks = MARKS.filter((mark) => node[mark] === true).map((mark) => [mark, true] as const);
  // PostgreSQL stores no NUL.
  return { type: 'text', text: String(node['text']).replaceAll('\0', ''), ...Object.fromEntries(marks) };
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
