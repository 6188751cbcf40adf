import type { RawDefinition } from '../definitions/raw.js';
import { suggest } from '../diagnostics/suggestion.js';
import type { AttributeDraft, TypeDraft } from './draft.js';
import type { IndexTerm, Scalar, ScalarType } from './model.js';
import type { Report } from './report.js';
import { hasColumn } from './storage.js';
import type { Located, Values } from './values.js';
import * as read from './values.js';

/** Types whose values are short and have an order. An index entry holds at most 2.7 kB. */
const orderedTypes: ReadonlySet<ScalarType> = new Set<ScalarType>([
  'string',
  'email',
  'uid',
  'enumeration',
  'integer',
  'biginteger',
  'float',
  'decimal',
  'boolean',
  'date',
  'time',
  'datetime',
  'timestamp',
]);

/** Types of text that is searched for parts. */
const searchedTypes: ReadonlySet<ScalarType> = new Set<ScalarType>([
  'string',
  'text',
  'richtext',
  'email',
  'uid',
  'enumeration',
]);

const documentDates = ['createdAt', 'updatedAt', 'publishedAt'];

export function hasOrder(type: ScalarType): boolean {
  return orderedTypes.has(type);
}

export function isSearchedText(type: ScalarType): boolean {
  return searchedTypes.has(type);
}

/** The option `index` of an attribute. */
export function readIndex(
  type: ScalarType,
  options: Values,
  kind: RawDefinition['kind'],
  report: Report,
): Scalar['index'] {
  const index = read.literalValue(options, 'index');
  if (index === undefined || index === null) return undefined;
  const refuse = (problem: string, hint?: string) => report('CG235', read.span(options, 'index'), problem, hint);
  if (typeof index !== 'boolean' && index !== 'trigram') refuse(`index must be true, false or 'trigram'`);
  else if (kind === 'component') refuse('an attribute of a component cannot have an index, because it has no column');
  else if (index === true && !hasOrder(type)) {
    const hint = isSearchedText(type) ? `index: 'trigram' serves filters by a part of the text` : undefined;
    refuse(`${type} attributes cannot have this index, because their values have no order or can be long`, hint);
  } else if (index === 'trigram' && !isSearchedText(type)) refuse(`${type} attributes are not text`);
  else return index;
  return undefined;
}

/** `publishedAt:desc` */
function indexTerm(text: string): IndexTerm {
  const name = text.replace(/:(asc|desc)$/, '');
  return { name, direction: text === `${name}:desc` ? 'desc' : 'asc' };
}

/** Checks the attributes that the indexes of a type name. */
export function checkIndexes(type: TypeDraft, report: Report): void {
  for (const terms of type.indexes) {
    if (terms.length === 0) report('CG235', type.spanOf('indexes'), 'an index needs at least one attribute');
    const names = terms.map(({ value }) => indexTerm(value).name);
    for (const [at, term] of terms.entries()) {
      const name = names[at] ?? '';
      if (names.indexOf(name) < at) report('CG235', term.span, `"${name}" is in the index twice`);
      const problem = problemOf(type, term);
      if (problem !== undefined) report('CG235', term.span, `"${name}" ${problem}`, hintFor(type, name));
    }
  }
}

/** The indexes without those that have a problem. */
export function indexesOf(type: TypeDraft): readonly (readonly IndexTerm[])[] {
  const isUsable = (terms: readonly Located<string>[]) =>
    terms.length > 0 && terms.every((term) => problemOf(type, term) === undefined);
  return type.indexes.filter(isUsable).map((terms) => terms.map(({ value }) => indexTerm(value)));
}

function problemOf(type: TypeDraft, { value }: Located<string>): string | undefined {
  const { name } = indexTerm(value);
  if (documentDates.includes(name) || type.unclear.includes(name)) return undefined;
  const attribute = type.attributes.find((each) => each.name === name);
  if (attribute === undefined) return 'is not an attribute';
  return canBeIndexed(attribute) ? undefined : 'cannot be in an index, because its values have no order or can be long';
}

function canBeIndexed(attribute: AttributeDraft): boolean {
  if (attribute.kind === 'scalar') return hasOrder(attribute.type);
  return attribute.kind === 'relationDraft' && hasColumn(attribute);
}

function hintFor({ attributes }: TypeDraft, name: string): string | undefined {
  const candidates = attributes.filter(canBeIndexed).map((attribute) => attribute.name);
  return suggest(name, [...candidates, ...documentDates]) ?? `write a name, or a name with ":desc"`;
}
