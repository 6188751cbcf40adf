import { inSentence } from '../../../data/in-sentence.js';
import type { Problem } from '../../../failure.js';
import { entriesIn } from '../list-values.js';
import type { Components, DescribedAttribute, FormValue, FormValues } from '../value.js';

/** The values of a form, and the attributes that they belong to. */
export interface Shape {
  readonly attributes: readonly DescribedAttribute[];
  readonly values: FormValues;
  readonly components: Components;
}

/**
 * Problems in words for people. The API writes for programs (`title must be defined.`), so the rule that a value breaks
 * is found in the model. A problem of another kind keeps the words of the API.
 */
export function plainProblems(problems: readonly Problem[], shape: Shape): readonly Problem[] {
  return problems.map((problem) => {
    const found = valueAt(shape, problem.path.map(String));
    const message = found?.rest.length === 0 ? brokenRule(found.attribute, found.value) : undefined;
    return message === undefined ? problem : { ...problem, message };
  });
}

/** A problem with the place of its value: `Sections, entry 2: Text is required.` */
export function placedText(shape: Shape, path: readonly string[], message: string): string {
  const found = valueAt(shape, path);
  if (found === undefined) return message;
  const { label } = found.attribute;
  const place = message.startsWith(label) ? found.place : [...found.place, label];
  return place.length === 0 ? message : `${place.join(', ')}: ${message}`;
}

interface Found {
  readonly attribute: DescribedAttribute;
  readonly value: FormValue;
  /** The attributes and entries around the value. */
  readonly place: readonly string[];
  /** The part of the path inside of the value. */
  readonly rest: readonly string[];
}

function valueAt(shape: Shape, [name = '', ...rest]: readonly string[]): Found | undefined {
  const { attributes, values, components } = shape;
  const attribute = attributes.find((each) => each.name === name);
  if (attribute === undefined) return undefined;
  const value = values[name];
  const own = { attribute, value, place: [], rest };
  if (rest.length === 0 || (attribute.kind !== 'component' && attribute.kind !== 'dynamicZone')) return own;
  const isList = attribute.kind === 'dynamicZone' || attribute.many;
  const entry = entriesIn(value)[isList ? Number(rest[0]) : 0];
  if (entry === undefined || (isList && rest.length === 1)) return own;
  const inner = { ...shape, attributes: components[entry.component]?.attributes ?? [], values: entry.values };
  const found = valueAt(inner, isList ? rest.slice(1) : rest);
  const place = [attribute.label, ...(isList ? [`entry ${Number(rest[0]) + 1}`] : [])];
  return found && { ...found, place: [...place, ...found.place] };
}

function brokenRule(attribute: DescribedAttribute, value: FormValue): string | undefined {
  const { label } = attribute;
  if (attribute.required && isEmpty(value)) return `${label} is required.`;
  switch (attribute.kind) {
    case 'scalar':
      return textRule(attribute, value) ?? numberRule(attribute, value) ?? choiceRule(attribute, value);
    case 'component':
    case 'dynamicZone':
      return countRule(attribute, entriesIn(value).length);
    case 'media':
      return attribute.allowedTypes === undefined
        ? undefined
        : `${label} takes only ${attribute.allowedTypes.join(', ')}.`;
    default:
      return undefined;
  }
}

function isEmpty(value: FormValue): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

type Scalar = Extract<DescribedAttribute, { readonly kind: 'scalar' }>;

function textRule({ label, type, maxLength, minLength, regex }: Scalar, value: FormValue): string | undefined {
  if (typeof value !== 'string' || NUMBERS.has(type)) return undefined;
  if (maxLength !== undefined && value.length > maxLength) {
    return `${label} may have at most ${maxLength} characters, and has ${value.length}.`;
  }
  if (minLength !== undefined && value.length < minLength) {
    return `${label} needs at least ${minLength} characters, and has ${value.length}.`;
  }
  if (type === 'email' && !/^\S+@\S+\.\S+$/.test(value)) return `${label} is no mail address such as anna@example.org.`;
  return regex !== undefined && !matches(regex, value) ? `${label} does not have the form ${regex}.` : undefined;
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'biginteger', 'float', 'decimal']);

function numberRule({ label, type, min, max }: Scalar, value: FormValue): string | undefined {
  if (typeof value !== 'string' || !NUMBERS.has(type)) return undefined;
  if (min !== undefined && Number(value) < Number(min)) return `${label} must be ${min} or more.`;
  return max !== undefined && Number(value) > Number(max) ? `${label} must be ${max} or less.` : undefined;
}

function choiceRule({ label, values, unique }: Scalar, value: FormValue): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (values !== undefined && !values.includes(value)) return `${label} must be one of ${values.join(', ')}.`;
  // A value that breaks no other rule is refused because another document has it.
  return unique ? `Another document has this ${inSentence(label)} already.` : undefined;
}

interface Counted {
  readonly label: string;
  readonly min?: number;
  readonly max?: number;
}

function countRule({ label, min, max }: Counted, count: number): string | undefined {
  if (min !== undefined && count < min) return `${label} needs at least ${entries(min)}, and has ${count}.`;
  return max !== undefined && count > max ? `${label} may have at most ${entries(max)}, and has ${count}.` : undefined;
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}

/** A pattern may be of another dialect than that of browsers. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern).test(value);
  } catch {
    return true;
  }
}
