import { ValidationError } from '../../errors/index.js';
import {
  type AnyComponent,
  type AnyModel,
  type Attribute,
  type ComponentAttribute,
  type DynamicZone,
  type Scalar,
  componentOf,
  isList,
} from '../../model/index.js';
import { type Data, isObject } from './body.js';
import type { AttributeInput, EntryInput, Input, ParsedInput } from './input.js';
import {
  type AttributeOf,
  type KeyRights,
  attributesOfDocument,
  attributesOfEntry,
  checkTarget,
  named,
} from './keys.js';
import { checkMediaKeys, parseMedia } from './media-input.js';
import {
  type Path,
  type Problems,
  addTo,
  bodyKeyError,
  createProblems,
  inOrder,
  label,
  missingProblem,
  typeProblem,
} from './problems.js';
import { checkRelationKeys, parseRelation } from './relation-input.js';
import { countProblems, isShown, withoutRules } from './rules.js';
import { valueKinds } from './values/index.js';
import { requiredProblem } from './values/kind.js';

interface InputMode {
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

/** An entry costs an id and columns of its own, so a small body with many entries could cost much. */
const MAX_ENTRIES = 10_000;

interface Walk extends InputMode {
  readonly rights: KeyRights;
  /** The entries that lists may still have. Below zero, the values are of no use: only the keys are looked at. */
  readonly entries: { left: number };
}

/**
 * Walks through a body once: throws at the first key that is unknown or that the caller may not write, and returns the
 * values with all their problems.
 */
export function parseInput(model: AnyModel, data: Data, mode: InputMode, rights: KeyRights): ParsedInput {
  for (const key of ['id', 'documentId']) if (Object.hasOwn(data, key)) throw bodyKeyError(key);
  const walk: Walk = { ...mode, rights, entries: { left: MAX_ENTRIES } };
  const problems = createProblems();
  const input = parseAttributes(model, data, attributesOfDocument(model, rights), { path: [], walk, report: problems });
  // A wrong key is the error to report, wherever in the body it stands.
  if (isKeysOnly(walk)) throw new ValidationError(`A body has at most ${MAX_ENTRIES} entries of components`);
  const { all, late, general } = problems;
  const hasProblems = all.length > 0 || late.length > 0 || general !== undefined;
  return hasProblems ? { input, problems: { all, late, general } } : { input };
}

/** A place in a body. */
interface At {
  readonly path: Path;
  readonly walk: Walk;
  /** Takes the problems of the place and of all below it. */
  readonly report: Problems;
}

function isKeysOnly({ entries }: Walk): boolean {
  return entries.left < 0;
}

/** The value of an attribute, as far as it could be read. */
interface Sent {
  readonly input: AttributeInput | undefined;
  readonly problems: Problems;
}

/** Keys are checked in the order of the body, but problems have that of the definition. */
function parseAttributes(
  holder: AnyModel | AnyComponent,
  data: Data,
  attributeOf: AttributeOf,
  { path, walk, report }: At,
): Input {
  const sent = new Map<string, Sent | undefined>();
  for (const [key, value] of Object.entries(data)) {
    const at = [...path, key];
    const attribute = attributeOf(key, at);
    if (attribute !== undefined) sent.set(key, parseSent(attribute, value, data, at, walk));
  }
  const input = new Map<string, AttributeInput>();
  if (isKeysOnly(walk)) return input;
  const found = createProblems();
  for (const [name, attribute] of Object.entries(holder.attributes).toReversed()) {
    const read = sent.get(name);
    if (read?.input !== undefined) input.set(name, read.input);
    if (read !== undefined) addTo(found, read.problems);
    else if (isMissing(attribute, data, walk)) found.add(missingProblem([...path, name]));
  }
  addTo(report, {
    all: found.all.length > 1 ? inOrder(Object.keys(holder.attributes), found.all, path.length) : found.all,
    late: found.late.toReversed(),
    general: found.general,
  });
  return input;
}

function isMissing(attribute: Attribute, data: Data, walk: Walk): boolean {
  const isNeeded = refusesEmpty(attribute, walk) && walk.creating && isShown(attribute, data);
  return isNeeded && !('default' in attribute && attribute.default !== undefined);
}

function refusesEmpty(attribute: Attribute, { final }: Walk): boolean {
  return attribute.required === true && final;
}

/** `undefined` where the body has no value, or only its keys are looked at. */
function parseSent(attribute: Attribute, value: unknown, data: Data, path: Path, walk: Walk): Sent | undefined {
  checkValueKeys(attribute, value, path, walk);
  if (value === undefined) return undefined;
  if (isKeysOnly(walk)) return void checkEntryKeys(attribute, value, path, walk);
  const problems = createProblems();
  const at = { path, walk, report: problems };
  const input = isShown(attribute, data)
    ? parseValue(attribute, value, at)
    : parseValue(withoutRules(attribute), value, { ...at, walk: { ...walk, final: false, publish: false } });
  return { input, problems };
}

function checkValueKeys(attribute: Attribute, value: unknown, path: Path, { rights }: Walk): void {
  switch (attribute.kind) {
    case 'relation':
    case 'morphInverse':
    case 'morphTo':
      checkTarget(attribute, value, path, rights);
      return checkRelationKeys(value, named(path));
    case 'media':
      return checkMediaKeys(value, named(path));
    case 'component':
    case 'dynamicZone':
    case 'scalar':
  }
}

function parseValue(attribute: Attribute, value: unknown, at: At): AttributeInput | undefined {
  const { path, walk, report } = at;
  switch (attribute.kind) {
    case 'scalar':
      return parseScalar(attribute, value, at);
    case 'media': {
      const media = parseMedia(value, { path, report, connects: walk.connectsMedia });
      const isEmpty = media?.files.length === 0 && (media.removed === undefined || walk.creating);
      if (isEmpty && refusesEmpty(attribute, walk)) report.add(missingProblem(path, value));
      return media;
    }
    case 'component':
      return attribute.repeatable ? parseList(attribute, value, at) : parseSingle(attribute, value, at);
    case 'dynamicZone':
      return parseList(attribute, value, at);
    default: {
      const sent = parseRelation(value, { path, report });
      if (sent === undefined) return undefined;
      // Strapi uses the last of several documents for a to-one relation, so the others need not exist.
      const isOne = sent.kind === 'set' && !isList(attribute);
      const relation = isOne ? { ...sent, entries: sent.entries.slice(-1) } : sent;
      const isEmpty =
        relation.kind === 'set' ? relation.entries.length === 0 : walk.creating && relation.connect.length === 0;
      const shown = Array.isArray(value) ? { set: value } : value;
      if (isEmpty && refusesEmpty(attribute, walk)) report.add(missingProblem(path, shown));
      return { kind: 'relation', relation };
    }
  }
}

function parseScalar(attribute: Scalar, value: unknown, { path, walk, report }: At): AttributeInput | undefined {
  const kind = valueKinds[attribute.type.name];
  if (value === null) {
    if (refusesEmpty(attribute, walk)) report.add(requiredProblem(kind, path));
    return { kind: 'scalar', value };
  }
  const at = { attribute, path, report };
  const cast = kind.cast(value, at);
  if (cast === undefined) return undefined;
  // Only the hash of a password is stored, so its rules are checked here.
  const isChecked = walk.final || (walk.publish && attribute.type.name === 'password');
  if (isChecked && cast !== null) kind.check?.(cast, at);
  return { kind: 'scalar', value: cast };
}

function parseSingle(attribute: ComponentAttribute, value: unknown, at: At): AttributeInput | undefined {
  const { path, walk, report } = at;
  if (value === null && !refusesEmpty(attribute, walk)) return { kind: 'entries', entries: [] };
  if (isObject(value)) return { kind: 'entries', entries: [parseEntry(attribute.component(), false, value, at)] };
  checkEntryKeys(attribute, value, path, walk);
  return void report.add(typeProblem(path, 'object', value));
}

function parseList(attribute: ComponentAttribute | DynamicZone, value: unknown, at: At): AttributeInput | undefined {
  const { path, walk, report } = at;
  const inZone = attribute.kind === 'dynamicZone';
  if (!Array.isArray(value)) {
    checkEntryKeys(attribute, value, path, walk);
    report.add(typeProblem(path, 'array', value));
    if (inZone && value !== null && !(isObject(value) && value.__component)) report.addGeneral(NO_COMPONENT);
    return undefined;
  }
  walk.entries.left -= value.length;
  if (isKeysOnly(walk)) return void checkEntryKeys(attribute, value, path, walk);
  const entries = value.flatMap((item: unknown, index): EntryInput[] => {
    const here = { ...at, path: [...path, index] };
    if (!isObject(item)) {
      if (inZone) report.addInvalid();
      report.add(typeProblem(here.path, 'object', null, item));
      return [];
    }
    const component = inZone ? zoneComponent(attribute, item, here) : attribute.component();
    return component === undefined ? [] : [parseEntry(component, inZone, item, here)];
  });
  if (walk.final) countProblems(attribute, value, path).forEach(report.add);
  return entries.length === value.length ? { kind: 'entries', entries } : undefined;
}

/** Checks the keys of entries whose values are of no use, because the entries stand in the wrong place or are too many. */
function checkEntryKeys(attribute: Attribute, value: unknown, path: Path, walk: Walk): void {
  const keysOnly = { ...walk, entries: { left: -1 } };
  for (const item of Array.isArray(value) ? value : [value]) {
    const component = isObject(item) ? componentOf(attribute, item) : undefined;
    if (component === undefined) continue;
    const attributeOf = attributesOfEntry(component, attribute.kind === 'dynamicZone');
    parseAttributes(component, item, attributeOf, { path, walk: keysOnly, report: createProblems() });
  }
}

function parseEntry(component: AnyComponent, inZone: boolean, data: Data, at: At): EntryInput {
  const isNew = at.walk.creating || data.id === undefined || data.id === null;
  const walk = { ...at.walk, creating: isNew };
  const input = parseAttributes(component, data, attributesOfEntry(component, inZone), { ...at, walk });
  return isNew ? { component, input } : { component, id: String(data.id), input };
}

const NO_COMPONENT = 'Cannot build relations store from dynamiczone, component identifier is undefined';

function zoneComponent(attribute: DynamicZone, item: Data, { path, walk, report }: At): AnyComponent | undefined {
  const name = item.__component;
  const at = [...path, '__component'];
  if (name === undefined || name === null || name === '') report.addGeneral(NO_COMPONENT);
  if (name === undefined) return void report.add({ path: at, message: `${label(at)} is a required field` });
  const allowed = attribute.components();
  const component = allowed.find((one) => one.name === name);
  if (component !== undefined) return component;
  const known = walk.components();
  const isKnown = typeof name === 'string' && known.includes(name);
  if (!isKnown) report.addInvalid();
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
