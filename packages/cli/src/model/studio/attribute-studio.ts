import type { AttributeStudio } from '../model.js';
import type { AttributeType } from '../attribute/options.js';
import type { Values } from '../values.js';
import * as read from '../values.js';
import { displayName } from './display-name.js';
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
  type: AttributeType,
  options: Values,
  format: 'typescript' | 'json',
): AttributeStudio | undefined {
  const isJson = format === 'json';
  const studio = read.object(
    isJson ? read.object(read.object(options, 'pluginOptions'), 'content-gen') : options,
    'studio',
  );
  if (studio === undefined && !isJson) return undefined;
  const { report } = options;
  if (studio !== undefined) {
    checkStudioKeys(studio, ['label', 'description', 'placeholder', 'group', 'width', 'hidden'], report);
    if (read.has(studio, 'placeholder') && !typed.has(type)) {
      const hint = 'use description for a text below the field';
      report('CG237', read.keySpan(studio, 'placeholder'), `${type} attributes have no place for a placeholder`, hint);
    }
  }
  const shown = {
    label: (studio && read.text(studio, 'label')) ?? (isJson ? displayName(options) : undefined),
    description:
      (studio && read.text(studio, 'description')) ?? (isJson ? read.text(options, 'description') : undefined),
    ...(studio === undefined ? {} : { ...placed(type, studio), hidden: read.flag(studio, 'hidden') === true }),
  };
  return withoutEmpty(shown);
}

function placed(type: AttributeType, studio: Values): Pick<AttributeStudio, 'placeholder' | 'group' | 'width'> {
  return (
    withoutEmpty({
      placeholder: typed.has(type) ? read.text(studio, 'placeholder') : undefined,
      group: read.text(studio, 'group'),
      width: readWidth(studio),
    }) ?? {}
  );
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
