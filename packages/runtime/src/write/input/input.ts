import {
  type AnyComponent,
  type AnyModel,
  type Attribute,
  type ComponentAttribute,
  type DynamicZone,
  type Scalar,
  isList,
} from '../../model/index.js';
import { ValidationError } from '../../errors/index.js';
import { isShown, withoutRules } from './conditions.js';
import { type Data, isObject } from './body.js';
import { countProblems } from './counts.js';
import { type MediaInput, parseMedia } from './media-input.js';
import {
  type Path,
  type Problem,
  type Problems,
  createProblems,
  inOrder,
  label,
  missingProblem,
  problemsError,
  typeProblem,
} from './problems.js';
import { type RelationInput, parseRelation } from './relation-input.js';
import { valueKinds } from './values/index.js';
import { requiredProblem } from './values/kind.js';

/** The value of one attribute in a body, parsed and cast. */
export type AttributeInput =
  | { readonly kind: 'scalar'; readonly value: unknown }
  | MediaInput
  /** A single component has none or one. */
  | { readonly kind: 'entries'; readonly entries: readonly EntryInput[] }
  | { readonly kind: 'relation'; readonly relation: RelationInput };

/** By attribute; attributes that were not sent are absent. */
export type Input = ReadonlyMap<string, AttributeInput>;

export interface EntryInput {
  readonly component: AnyComponent;
  /** The entry to change; absent for a new entry. */
  readonly id?: string;
  readonly input: Input;
}

export interface InputMode {
  /** The document or entry is new, so attributes that are not sent are missing. */
  readonly creating: boolean;
  /** The type has no drafts, so the rules of publishing hold at once. */
  readonly final: boolean;
  /** The write publishes. */
  readonly publish: boolean;
  /** `connect` and `disconnect` work on media, as in Strapi. */
  readonly connectsMedia: boolean;
  /** The names of the components that the caller may know, for a message. */
  readonly components: () => readonly string[];
}

/** The problems of a body, as far as the body alone shows them. */
export interface InputProblems extends Pick<Problems, 'all' | 'late'> {
  /** A problem of relations as a whole: it is reported once, after all problems that have a path. */
  readonly general: Problem | undefined;
}

/** The values of a body that could be read, and the problems of the rest. */
export interface ParsedInput {
  readonly input: Input;
  /** Absent where the body can be written. */
  readonly problems?: InputProblems;
}

export function inputError({ all, late, general }: InputProblems): ValidationError {
  const problems = general === undefined ? all : [...all, general];
  return problems.length === 0 && late[0] !== undefined ? late[0] : problemsError(problems);
}

/** An entry costs an id and columns of its own, so a small body with many entries could cost much. */
const MAX_ENTRIES = 10_000;

interface Context extends InputMode {
  /** Counts entries; throws beyond the limit. */
  readonly count: (entries: number) => void;
  /** Reports a problem of relations once for the whole body, without a path. */
  readonly once: (message: string) => void;
}

/** Parses the attributes of a body. */
export function parseInput(model: AnyModel, data: Data, mode: InputMode): ParsedInput {
  let general: Problem | undefined;
  const problems = createProblems();
  let entries = 0;
  const context: Context = {
    ...mode,
    once: (message) => (general ??= { path: [], message }),
    count: (more) => {
      entries += more;
      if (entries > MAX_ENTRIES) throw new ValidationError(`A body has at most ${MAX_ENTRIES} entries of components`);
    },
  };
  const input = parseAttributes(model, data, [], context, problems);
  const hasProblems = problems.all.length > 0 || problems.late.length > 0 || general !== undefined;
  return hasProblems ? { input, problems: { all: problems.all, late: problems.late, general } } : { input };
}

function parseAttributes(
  holder: AnyModel | AnyComponent,
  data: Data,
  path: Path,
  context: Context,
  report: Problems,
): Input {
  const input = new Map<string, AttributeInput>();
  const found = createProblems();
  const names = Object.keys(holder.attributes);
  for (const [name, attribute] of Object.entries(holder.attributes).toReversed()) {
    const own = createProblems();
    const at = [...path, name];
    const parsed = isShown(attribute, data)
      ? parseAttribute(attribute, data[name], at, context, own)
      : parseAttribute(withoutRules(attribute), data[name], at, { ...context, final: false, publish: false }, own);
    if (parsed !== undefined) input.set(name, parsed);
    own.all.forEach(found.add);
    own.late.forEach(found.addLate);
  }
  inOrder(names, found.all, path.length).forEach(report.add);
  found.late.toReversed().forEach(report.addLate);
  return input;
}

function parseAttribute(
  attribute: Attribute,
  value: unknown,
  path: Path,
  context: Context,
  report: Problems,
): AttributeInput | undefined {
  if (value === undefined) {
    const needed = attribute.required === true && context.creating && context.final;
    if (needed && !('default' in attribute && attribute.default !== undefined)) report.add(missingProblem(path));
    return undefined;
  }
  switch (attribute.kind) {
    case 'scalar':
      return parseScalar(attribute, value, path, context, report);
    case 'media': {
      const media = parseMedia(value, { path, report, invalid: invalid(context), connects: context.connectsMedia });
      const isEmpty = media?.files.length === 0 && (media.removed === undefined || context.creating);
      if (isEmpty && refusesEmpty(attribute, context)) report.add(missingProblem(path, value));
      return media;
    }
    case 'component':
      return attribute.repeatable
        ? parseList(attribute, value, path, context, report)
        : parseSingle(attribute, value, path, context, report);
    case 'dynamicZone':
      return parseList(attribute, value, path, context, report);
    default: {
      const sent = parseRelation(value, { path, report, invalid: invalid(context) });
      if (sent === undefined) return undefined;
      // Strapi uses the last of several documents for a to-one relation, so the others need not exist.
      const isOne = sent.kind === 'set' && !isList(attribute);
      const relation = isOne ? { ...sent, entries: sent.entries.slice(-1) } : sent;
      const empty =
        relation.kind === 'set' ? relation.entries.length === 0 : context.creating && relation.connect.length === 0;
      const shown = Array.isArray(value) ? { set: value } : value;
      if (empty && refusesEmpty(attribute, context)) report.add(missingProblem(path, shown));
      return { kind: 'relation', relation };
    }
  }
}

function invalid(context: Context): () => void {
  return () => context.once('Invalid relations');
}

function refusesEmpty(attribute: Attribute, context: Context): boolean {
  return attribute.required === true && context.final;
}

function parseScalar(
  attribute: Scalar,
  value: unknown,
  path: Path,
  context: Context,
  report: Problems,
): AttributeInput | undefined {
  const kind = valueKinds[attribute.type.name];
  if (value === null) {
    if (refusesEmpty(attribute, context)) report.add(requiredProblem(kind, path));
    return { kind: 'scalar', value };
  }
  const at = { attribute, path, report };
  const cast = kind.cast(value, at);
  if (cast === undefined) return undefined;
  // Only the hash of a password is stored, so its rules are checked here.
  const checked = context.final || (context.publish && attribute.type.name === 'password');
  if (checked && cast !== null) kind.check?.(cast, at);
  return { kind: 'scalar', value: cast };
}

function parseSingle(
  attribute: ComponentAttribute,
  value: unknown,
  path: Path,
  context: Context,
  report: Problems,
): AttributeInput | undefined {
  if (value === null && !refusesEmpty(attribute, context)) return { kind: 'entries', entries: [] };
  if (!isObject(value)) return void report.add(typeProblem(path, 'object', value));
  return { kind: 'entries', entries: [parseEntry(attribute.component(), value, path, context, report)] };
}

function parseList(
  attribute: ComponentAttribute | DynamicZone,
  value: unknown,
  path: Path,
  context: Context,
  report: Problems,
): AttributeInput | undefined {
  if (!Array.isArray(value)) {
    report.add(typeProblem(path, 'array', value));
    const zone = attribute.kind === 'dynamicZone' && value !== null;
    if (zone && !(isObject(value) && value.__component)) context.once(NO_COMPONENT);
    return undefined;
  }
  context.count(value.length);
  const entries = value.flatMap((item: unknown, index): EntryInput[] => {
    const at = [...path, index];
    if (!isObject(item)) {
      if (attribute.kind === 'dynamicZone') invalid(context)();
      report.add(typeProblem(at, 'object', null, item));
      return [];
    }
    const component =
      attribute.kind === 'component' ? attribute.component() : zoneComponent(attribute, item, at, context, report);
    return component === undefined ? [] : [parseEntry(component, item, at, context, report)];
  });
  if (context.final) countProblems(attribute, value, path).forEach(report.add);
  return entries.length === value.length ? { kind: 'entries', entries } : undefined;
}

const NO_COMPONENT = 'Cannot build relations store from dynamiczone, component identifier is undefined';

function zoneComponent(
  attribute: DynamicZone,
  item: Data,
  path: Path,
  context: Context,
  report: Problems,
): AnyComponent | undefined {
  const name = item.__component;
  const at = [...path, '__component'];
  if (name === undefined || name === null || name === '') context.once(NO_COMPONENT);
  if (name === undefined) return void report.add({ path: at, message: `${label(at)} is a required field` });
  const allowed = attribute.components();
  const component = allowed.find((one) => one.name === name);
  if (component !== undefined) return component;
  const known = context.components();
  const isKnown = typeof name === 'string' && known.includes(name);
  if (!isKnown) invalid(context)();
  const choice = listed(isKnown ? allowed.map((one) => one.name) : known);
  if (typeof name === 'object') report.add(typeProblem(at, 'string', name));
  const value = typeof name === 'object' ? name : String(name);
  return void report.add({ path: at, message: `${label(at)} must be one of the following values: ${choice}`, value });
}

/** As many names as a message has room for. */
const MAX_NAMES = 30;

function listed(names: readonly string[]): string {
  return [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ');
}

function parseEntry(component: AnyComponent, data: Data, path: Path, context: Context, report: Problems): EntryInput {
  const isNew = context.creating || data.id === undefined || data.id === null;
  const input = parseAttributes(component, data, path, { ...context, creating: isNew }, report);
  return isNew ? { component, input } : { component, id: String(data.id), input };
}
