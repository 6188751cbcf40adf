import { sqlText } from '../plan/statement.js';
import type { LimitsState, ScalarState } from '../state/state.js';
import type { Rule } from './rule.js';

/** The limit of the API for these types without `maxLength`. */
const usualLength: Readonly<Partial<Record<ScalarState['type'], number>>> = { string: 255, uid: 255, email: 255 };

/** What these types demand of a text besides its limits, with fewer details than the API. */
const formats: Readonly<Partial<Record<ScalarState['type'], readonly [broken: string, pattern: string]>>> = {
  email: ['no e-mail address', '^[^[:space:]@]+@[^[:space:]@]+$'],
  uid: ['not made of letters, digits, - _ . and ~', '^[A-Za-z0-9._~-]*$'],
};

/** A snapshot of an older release does not have the limits. */
export function textRules({ type, limits, required }: ScalarState & { readonly required?: boolean }): readonly Rule[] {
  if (!['string', 'text', 'richtext', 'email', 'uid'].includes(type)) return [];
  const [broken, pattern] = formats[type] ?? [];
  return [
    ...(limits === undefined ? [] : limitRules(limits, usualLength[type], required === true)),
    ...(broken === undefined || pattern === undefined ? [] : [formatted(type, broken, pattern)]),
  ];
}

function limitRules(limits: LimitsState, usual: number | undefined, required: boolean): readonly Rule[] {
  const { minLength, maxLength = usual, regex } = limits;
  return [
    ...(minLength === undefined ? [] : [atLeast(minLength)]),
    ...(maxLength === undefined ? [] : [atMost(maxLength)]),
    ...(regex === undefined || !isShared(regex) ? [] : [matching(regex, required)]),
  ];
}

function atLeast(minLength: number): Rule {
  return {
    name: 'minLength',
    limit: minLength,
    isPromised: false,
    holdsForDrafts: false,
    broken: `shorter than minLength ${minLength}`,
    isBroken: (value) =>
      `CASE WHEN char_length(${value.text}) >= ${minLength} THEN false ELSE ${length(value.text)} < ${minLength} END`,
  };
}

function atMost(maxLength: number): Rule {
  return {
    name: 'maxLength',
    limit: maxLength,
    isPromised: false,
    holdsForDrafts: true,
    broken: `longer than ${maxLength} characters`,
    isBroken: (value) =>
      `CASE WHEN octet_length(${value.text}) <= ${maxLength} THEN false ELSE ${length(value.text)} > ${maxLength} END`,
  };
}

/** The length in JavaScript, which counts characters beyond the first plane twice. */
function length(value: string): string {
  return `char_length(${value}) + char_length(regexp_replace(${value}, '[^\\U00010000-\\U0010ffff]', '', 'g'))`;
}

/** As in the API, an empty text passes unless the attribute is required. */
function matching(regex: string, required: boolean): Rule {
  return {
    name: 'regex',
    limit: regex,
    isPromised: false,
    holdsForDrafts: false,
    broken: 'a text that its regex does not match',
    isBroken: (value) => `${required ? '' : `${value.text} <> '' AND `}${value.text} !~ ${sqlText(regex)}`,
  };
}

function formatted(type: string, broken: string, pattern: string): Rule {
  return {
    name: 'format',
    limit: type,
    isPromised: false,
    holdsForDrafts: false,
    broken,
    isBroken: (value) => `${value.text} !~ ${sqlText(pattern)}`,
  };
}

/** The syntax that PostgreSQL and JavaScript share: characters, some escapes, classes, counts and groups. */
const shared =
  /^(?:[^\\()[\]{}]|\\[dws]|\\[^\p{L}\p{N}]|\[(?!\^?\])\^?(?:[^\\[\]]|\\[dws]|\\[^\p{L}\p{N}])+\]|\{\d{1,2}(?:,\d{0,2})?\}|\((?!\?)|\(\?[:=!]|\))*$/u;

/**
 * Whether PostgreSQL reads an expression as JavaScript does. PostgreSQL has other word boundaries and no named groups,
 * for example.
 */
function isShared(regex: string): boolean {
  return shared.test(regex);
}
