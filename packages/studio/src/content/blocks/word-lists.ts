import { type Raw, inlineOf, trimmed } from './html-inline.js';
import { type Marks, styleOf } from './html-style.js';

const LEVEL = /\blevel(\d)\b/;

/**
 * Word writes the items of a list as paragraphs, with their level in the style `mso-list`. Numbered headings have this
 * style, too.
 */
export function isWordItem(element: Element): boolean {
  return element.matches('p, div, li') && LEVEL.test(styleOf(element).get('mso-list') ?? '');
}

interface Item {
  readonly level: number;
  readonly format: 'ordered' | 'unordered';
  readonly children: readonly Raw[];
}

/** The lists that items of Word make: one, or more where another kind of list begins at the first level. */
export function wordList(elements: readonly Element[], marks: Marks): readonly Raw[] {
  return listsOf(
    elements.map((element) => itemOf(element, marks)),
    1,
  );
}

function itemOf(element: Element, marks: Marks): Item {
  const level = Number(LEVEL.exec(styleOf(element).get('mso-list') ?? '')?.[1] ?? 1);
  // The bullet or the number is text, too.
  const signs = [...element.querySelectorAll('span')].filter(
    (each) => styleOf(each).get('mso-list')?.toLowerCase() === 'ignore',
  );
  const sign = signs.map(({ textContent }) => textContent ?? '').join('');
  signs.forEach((each) => each.remove());
  const isOrdered = /^\s*\(?(\d+|[a-z]{1,5})[.)]/i.test(sign);
  return { level, format: isOrdered ? 'ordered' : 'unordered', children: trimmed(inlineOf(element, marks)) };
}

function listsOf(items: readonly Item[], level: number): readonly Raw[] {
  const lists: { type: 'list'; format: Item['format']; children: Raw[] }[] = [];
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    if (item === undefined) break;
    const list = lists.at(-1);
    if (item.level <= level) {
      const row = { type: 'list-item', children: item.children };
      if (list?.format === item.format) list.children.push(row);
      else lists.push({ type: 'list', format: item.format, children: [row] });
      continue;
    }
    const next = items.findIndex((each, index) => index > at && each.level <= level);
    const inner = items.slice(at, next < 0 ? items.length : next);
    if (list === undefined) lists.push({ type: 'list', format: item.format, children: [...listsOf(inner, level + 1)] });
    else list.children.push(...listsOf(inner, level + 1));
    at += inner.length - 1;
  }
  return lists.map((list): Raw => ({ ...list }));
}
