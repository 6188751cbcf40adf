import type { AttributeStudio } from '../model.js';
import type { AttributeType } from '../attribute/options.js';
import type { Values } from '../values.js';
import * as read from '../values.js';
import { isUsualLabel } from '../names/usual-label.js';
import { displayed } from './display-name.js';
import { checkStudioKeys } from './studio-keys.js';

const WIDTHS = 12;

/** Attributes whose values are typed, so that an empty field can show a text. */
const typed: ReadonlySet<AttributeType> = new Set<AttributeType>([
  'string',
  'text',
  'email',
  'uid',
  'integer',
  'biginteger',
  'float',
  'decimal',
]);

/** How the studio shows an attribute: `studio` of the attribute, and in a schema file its `displayName`, too. */
export function readAttributeStudio(
  name: string,
  type: AttributeType,
  options: Values,
  format: 'typescript' | 'json',
): AttributeStudio | undefined {
  const isJson = format === 'json';
  const owner = isJson ? read.object(read.object(options, 'pluginOptions'), 'content-gen') : options;
  const studio = read.object(owner, 'studio');
  const shown = isJson ? displayed(options) : {};
  if (studio === undefined) return withoutEmpty({ ...shown, label: chosen(shown.label, name) });
  checkStudioKeys(studio, ['label', 'description', 'placeholder', 'group', 'width', 'hidden'], options.report);
  return withoutEmpty({
    label: chosen(read.text(studio, 'label') ?? shown.label, name),
    description: read.text(studio, 'description') ?? shown.description,
    placeholder: readPlaceholder(type, studio),
    group: read.text(studio, 'group'),
    width: readWidth(studio),
    hidden: read.flag(studio, 'hidden'),
  });
}

/** The studio makes the usual label from the name. */
export function chosen(label: string | undefined, name: string): string | undefined {
  return label === undefined || isUsualLabel(label, name) ? undefined : label;
}

function readPlaceholder(type: AttributeType, studio: Values): string | undefined {
  const placeholder = read.text(studio, 'placeholder');
  if (placeholder === undefined || typed.has(type)) return placeholder;
  const hint = 'use description for a text below the field';
  const problem = `${type} attributes have no place for a placeholder`;
  studio.report('CG237', read.keySpan(studio, 'placeholder'), problem, hint);
  return undefined;
}

function readWidth(studio: Values): number | undefined {
  const width = read.count(studio, 'width');
  if (width === undefined || (width >= 1 && width <= WIDTHS)) return width;
  studio.report('CG237', read.span(studio, 'width'), `width must be a number from 1 to ${WIDTHS}, not ${width}`);
  return undefined;
}

type Filled<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Only the keys that have a value. An empty text has none, because Strapi writes one for what is not set. */
export function withoutEmpty<T extends object>(object: T): Filled<T> | undefined {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined && value !== '' && value !== false);
  // `Object.fromEntries` forgets the keys.
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Filled<T>);
}
