import type { Mark } from './nodes.js';

export type Marks = ReadonlySet<Mark>;
export const NONE: Marks = new Set();

const TAGS: Readonly<Record<string, Mark>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  del: 'strikethrough',
  strike: 'strikethrough',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
};

/** The marks of the text in an element: those around it, changed by its tag and its style. */
export function marksOf(element: Element, around: Marks): Marks {
  const marks = new Set(around);
  const own = TAGS[element.localName];
  if (own !== undefined) marks.add(own);
  const style = styleOf(element);
  const set = (mark: Mark, isOn: boolean | undefined) => {
    if (isOn === true) marks.add(mark);
    if (isOn === false) marks.delete(mark);
  };
  // Google Docs wraps everything into a `b` that is not bold, and writes all marks as styles.
  set('bold', isBold(style.get('font-weight')));
  set('italic', isItalic(style.get('font-style')));
  const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`;
  // A decoration of an element goes through its children, whatever their own style says.
  if (line.includes('underline')) marks.add('underline');
  if (line.includes('line-through')) marks.add('strikethrough');
  return marks;
}

/** The style of an element from its text: the policy of the page forbids the browser to apply it. */
export function styleOf(element: Element): ReadonlyMap<string, string> {
  const parts = (element.getAttribute('data-style') ?? element.getAttribute('style') ?? '')
    .split(';')
    .map((each) => each.split(':'));
  return new Map(parts.map(([name = '', ...value]) => [name.trim().toLowerCase(), value.join(':').trim()] as const));
}

function isBold(weight: string | undefined): boolean | undefined {
  if (weight === undefined) return undefined;
  if (/^bold(er)?$/i.test(weight) || Number(weight) >= 600) return true;
  return /^(normal|lighter)$/i.test(weight) || Number(weight) < 600 ? false : undefined;
}

function isItalic(style: string | undefined): boolean | undefined {
  if (style === undefined) return undefined;
  return /^(italic|oblique)/i.test(style) ? true : /^normal/i.test(style) ? false : undefined;
}
