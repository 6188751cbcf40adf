import type { AttributeState, EntriesState, ScalarState } from '../state/state.js';
import { sqlText } from '../plan/statement.js';
import type { Rule } from './rule.js';
import { textRules } from './text-rules.js';

/** The kind of definition that has an attribute. */
export interface Holder {
  /** A component, whose entries are in drafts as well as in published versions. */
  readonly isComponent: boolean;
  readonly draftAndPublish: boolean;
}

/** The rules of an attribute that SQL can check. */
export function rulesOf(attribute: AttributeState, holder: Holder): readonly Rule[] {
  if (attribute.kind === 'other' || (attribute.kind === 'scalar' && attribute.type === 'password')) return [];
  const own =
    attribute.kind === 'scalar' ? valueRules(attribute) : attribute.kind === 'entries' ? listRules(attribute) : [];
  const rules = [...(attribute.required === true ? [requiredRule(attribute, holder)] : []), ...own];
  // A condition lifts the rules in some rows, which SQL cannot tell. The types promise the values all the same.
  const known =
    attribute.conditional === true ? rules.filter(({ name }) => ['values', 'richText'].includes(name)) : rules;
  return attribute.keepsOld === true ? known.map((rule) => ({ ...rule, isPromised: false })) : known;
}

/** The types promise nothing about drafts and entries, nor about the targets of relations and files. */
function requiredRule(attribute: AttributeState, { isComponent, draftAndPublish }: Holder): Rule {
  const isOne = attribute.kind === 'scalar' || (attribute.kind === 'entries' && attribute.shape === 'one');
  return {
    name: 'required',
    isPromised: isOne && !isComponent && !draftAndPublish,
    holdsForDrafts: false,
    isBroken: ({ isMissing }) => isMissing,
  };
}

function valueRules(attribute: ScalarState): readonly Rule[] {
  switch (attribute.type) {
    case 'enumeration':
      return enumerationRules(attribute);
    case 'blocks':
      return [richText];
    case 'integer':
    case 'biginteger':
    case 'float':
    case 'decimal':
      return numberRules(attribute);
    default:
      return textRules(attribute);
  }
}

function enumerationRules({ values = [] }: ScalarState): readonly Rule[] {
  if (values.length === 0) return [];
  return [
    {
      name: 'values',
      limit: values,
      isPromised: true,
      holdsForDrafts: true,
      broken: 'not in the enumeration',
      isBroken: (value) => `${value.text} NOT IN (${values.map(sqlText).join(', ')})`,
    },
  ];
}

/** A block is an object with a type, which every renderer reads first. */
const noBlock = `SELECT 1 FROM jsonb_array_elements(v) b WHERE jsonb_typeof(b) <> 'object' OR NOT b ? 'type'`;

const richText: Rule = {
  name: 'richText',
  isPromised: true,
  holdsForDrafts: true,
  broken: 'no rich text',
  isBroken: ({ json }) =>
    `(SELECT CASE jsonb_typeof(v) WHEN 'null' THEN false WHEN 'array' THEN EXISTS (${noBlock}) ELSE v IS NOT NULL END FROM (SELECT ${json} AS v) s)`,
};

function numberRules({ type, limits: { min, max } = {} }: ScalarState): readonly Rule[] {
  const rule = (name: 'min' | 'max', limit: number | string): Rule => ({
    name,
    limit,
    isPromised: false,
    // Drafts obey the upper limit, as in Strapi, except that of a biginteger.
    holdsForDrafts: name === 'max' && type !== 'biginteger',
    broken: `${name === 'min' ? 'less' : 'greater'} than ${name} ${limit}`,
    isBroken: (value) =>
      compared(value.text, `${name === 'min' ? '<' : '>'} ${Number(limit) < 0 ? `(${limit})` : limit}`),
  });
  return [...(min === undefined ? [] : [rule('min', min)]), ...(max === undefined ? [] : [rule('max', max)])];
}

/** Compares a number. An entry may have a text that is no number, whose conversion would fail. */
function compared(value: string, comparison: string): string {
  const number = `^[-+]?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?$`;
  return `CASE WHEN ${value} ~ '${number}' THEN (${value})::numeric ${comparison} ELSE false END`;
}

function listRules({ shape, required, limits: { min, max } = {} }: EntriesState & AttributeState): readonly Rule[] {
  if (shape === 'one') return [];
  // As in Strapi, an empty list that is not required may be shorter than `min`.
  const few = (size: string) => (required === true ? `${size} < ${min}` : `${size} BETWEEN 1 AND ${min} - 1`);
  const both = { isPromised: false, holdsForDrafts: false } as const;
  return [
    ...(min === undefined
      ? []
      : [
          {
            ...both,
            name: 'fewest' as const,
            limit: min,
            broken: `a list of fewer than ${min} entries`,
            isBroken: ({ size }: { size: string }) => few(size),
          },
        ]),
    ...(max === undefined
      ? []
      : [
          {
            ...both,
            name: 'most' as const,
            limit: max,
            broken: `a list of more than ${max} entries`,
            isBroken: ({ size }: { size: string }) => `${size} > ${max}`,
          },
        ]),
  ];
}
