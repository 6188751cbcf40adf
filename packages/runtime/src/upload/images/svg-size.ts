import { rootAttributes } from '../file-type/markup.js';
import { textHead } from '../file-type/text-head.js';

interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The size of an SVG image, as the attributes of its root element say: a file of a few bytes can draw millions of
 * shapes, so that nothing is drawn to measure it. `undefined` if the attributes say nothing.
 */
export async function sizeOfSvg(path: string): Promise<ImageSize | undefined> {
  const text = await textHead(path);
  return text === undefined ? undefined : svgSize(text.head);
}

/** A length that is missing, relative or wrong follows from the view box, whose proportions stay. */
export function svgSize(text: string): ImageSize | undefined {
  const attributes = rootAttributes(text);
  const box = viewBoxOf(attributes.get('viewBox'));
  const [width, height] = [lengthOf(attributes.get('width')), lengthOf(attributes.get('height'))];
  if (width !== undefined && height !== undefined) return rounded(width, height);
  if (box === undefined) return undefined;
  const scale = width !== undefined ? width / box.width : height !== undefined ? height / box.height : 1;
  return rounded(width ?? box.width * scale, height ?? box.height * scale);
}

function rounded(exactWidth: number, exactHeight: number): ImageSize | undefined {
  const [width, height] = [Math.round(exactWidth), Math.round(exactHeight)];
  return isSize(width) && isSize(height) ? { width, height } : undefined;
}

/** A record stores sizes as integers of 32 bits. */
function isSize(length: number): boolean {
  return length >= 1 && length < 2 ** 31;
}

/** In pixels, of which an inch has 72, as in the formats that other programs make of an SVG image. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 1,
  pc: 12,
  in: 72,
  cm: 72 / 2.54,
  mm: 72 / 25.4,
  em: 12,
  ex: 6,
};

const NUMBER = '[+-]?(?:\\d{1,40}(?:\\.\\d{0,40})?|\\.\\d{1,40})(?:e[+-]?\\d{1,4})?';
const LENGTH = new RegExp(`^\\s*(${NUMBER})([a-z]{0,2})\\s*$`, 'i');
const VIEW_BOX = new RegExp(`^\\s*${NUMBER}[\\s,]+${NUMBER}[\\s,]+(${NUMBER})[\\s,]+(${NUMBER})\\s*$`, 'i');

function lengthOf(value = ''): number | undefined {
  const [, number = '', unit = ''] = LENGTH.exec(value) ?? [];
  const length = Number(number) * (UNITS[unit.toLowerCase()] ?? 0);
  return length > 0 ? length : undefined;
}

function viewBoxOf(value = ''): ImageSize | undefined {
  const [, width, height] = (VIEW_BOX.exec(value) ?? []).map(Number);
  return width !== undefined && height !== undefined && width > 0 && height > 0 ? { width, height } : undefined;
}
