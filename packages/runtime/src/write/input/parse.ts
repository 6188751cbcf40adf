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
import type { AttributeInput, ParsedEntry, InputValues, ParsedInput } from './input.js';
import { type KeyRights, attributeOfDocument, attributeOfEntry, checkTarget, named } from './keys.js';
import { checkMediaKeys, parseMedia } from './media-input.js';
import { type ValuePath, Problems, bodyKeyError, label, missingProblem, typeProblem } from './problems.js';
import { INVALID_RELATIONS, checkRelationKeys, parseRelation } from './relation-input.js';
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
  const report = new Problems();
  const input = parseAttributes(model, data, { path: [], walk, report, inZone: false });
  // A wrong key is the error to report, wherever in the body it stands.
  if (isKeysOnly(walk)) throw new ValidationError(`A body has at most ${MAX_ENTRIES} entries of components`);
  const problems = report.found();
  return problems === undefined ? { input } : { input, problems };
}

/** A place in a body. */
interface At {
  readonly path: ValuePath;
  readonly walk: Walk;
  readonly report: Problems;
  /** The place is an entry of a dynamic zone. */
  readonly inZone: boolean;
}

function isKeysOnly({ entries }: Walk): boolean {
  return entries.left < 0;
}

/** Keys are checked in the order of the body, but values and problems have that of the definition, backwards. */
function parseAttributes(holder: AnyModel | AnyComponent, data: Data, at: At): InputValues {
  const { walk, report } = at;
  const before = report.mark();
  const sent = new Map<string, AttributeInput>();
  for (const [key, value] of Object.entries(data)) {
    const path = [...at.path, key];
    const attribute =
      holder.kind === 'component'
        ? attributeOfEntry(holder, path, at.inZone)
        : attributeOfDocument(holder, path, walk.rights);
    const input = attribute && parseSent(attribute, value, data, { path, walk, report, inZone: false });
    if (input !== undefined) sent.set(key, input);
  }
  if (isKeysOnly(walk)) return sent;
  const names = Object.keys(holder.attributes);
  if (walk.creating && walk.final) reportMissing(holder, data, at);
  report.sortSince(before, names, at.path.length);
  return inOrderOf(names.toReversed(), sent);
}

function inOrderOf(names: readonly string[], sent: ReadonlyMap<string, AttributeInput>): InputValues {
  const input = new Map<string, AttributeInput>();
  for (const name of names) {
    const value = sent.get(name);
    if (value !== undefined) input.set(name, value);
  }
  return input;
}

function reportMissing({ attributes }: AnyModel | AnyComponent, data: Data, { path, report }: At): void {
  for (const [name, attribute] of Object.entries(attributes)) {
    if (attribute.required !== true || data[name] !== undefined) continue;
    const hasDefault = 'default' in attribute && attribute.default !== undefined;
    if (!hasDefault && isShown(attribute, data)) report.add(missingProblem([...path, name]));
  }
}

function refusesEmpty(attribute: Attribute, { final }: Walk): boolean {
  return attribute.required === true && final;
}

/** `undefined` where the body has no value, or the value cannot be read. */
function parseSent(attribute: Attribute, value: unknown, data: Data, at: At): AttributeInput | undefined {
  const { path, walk } = at;
  checkValueKeys(attribute, value, path, walk);
  if (value === undefined) return undefined;
  if (isKeysOnly(walk)) return void checkEntryKeys(attribute, value, at);
  if (isShown(attribute, data)) return parseValue(attribute, value, at);
  return parseValue(withoutRules(attribute), value, { ...at, walk: { ...walk, final: false, publish: false } });
}

function checkValueKeys(attribute: Attribute, value: unknown, path: ValuePath, { rights }: Walk): void {
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
  if (isObject(value)) return { kind: 'entries', entries: [parseEntry(attribute.component(), value, at)] };
  checkEntryKeys(attribute, value, at);
  return void report.add(typeProblem(path, 'object', value));
}

function parseList(attribute: ComponentAttribute | DynamicZone, value: unknown, at: At): AttributeInput | undefined {
  const { path, walk, report } = at;
  const inZone = attribute.kind === 'dynamicZone';
  if (!Array.isArray(value)) {
    checkEntryKeys(attribute, value, at);
    report.add(typeProblem(path, 'array', value));
    if (inZone && value !== null && !(isObject(value) && value.__component)) report.addGeneral(path, NO_COMPONENT);
    return undefined;
  }
  walk.entries.left -= value.length;
  if (isKeysOnly(walk)) return void checkEntryKeys(attribute, value, at);
  const entries = value.flatMap((item: unknown, index): ParsedEntry[] => {
    const here = { ...at, path: [...path, index], inZone };
    if (!isObject(item)) {
      if (inZone) report.addGeneral(path, INVALID_RELATIONS);
      report.add(typeProblem(here.path, 'object', null, item));
      return [];
    }
    const component = inZone ? zoneComponent(attribute, item, here) : attribute.component();
    return component === undefined ? [] : [parseEntry(component, item, here)];
  });
  if (walk.final) countProblems(attribute, value, path).forEach((problem) => report.add(problem));
  return entries.length === value.length ? { kind: 'entries', entries } : undefined;
}

/** Checks the keys of entries whose values are of no use, because the entries stand in the wrong place or are too many. */
function checkEntryKeys(attribute: Attribute, value: unknown, at: At): void {
  if (attribute.kind !== 'component' && attribute.kind !== 'dynamicZone') return;
  const walk = { ...at.walk, entries: { left: -1 } };
  const here = { ...at, walk, inZone: attribute.kind === 'dynamicZone' };
  for (const item of Array.isArray(value) ? value : [value]) {
    const component = isObject(item) ? componentOf(attribute, item) : undefined;
    if (component !== undefined) parseAttributes(component, item, here);
  }
}

function parseEntry(component: AnyComponent, data: Data, at: At): ParsedEntry {
  const isNew = at.walk.creating || data.id === undefined || data.id === null;
  const walk = isNew === at.walk.creating ? at.walk : { ...at.walk, creating: isNew };
  const input = parseAttributes(component, data, { ...at, walk });
  return isNew ? { component, input } : { component, id: String(data.id), input };
}

const NO_COMPONENT = 'Cannot build relations store from dynamiczone, component identifier is undefined';

function zoneComponent(attribute: DynamicZone, item: Data, { path, walk, report }: At): AnyComponent | undefined {
  const name = item.__component;
  const at = [...path, '__component'];
  if (name === undefined || name === null || name === '') report.addGeneral(path, NO_COMPONENT);
  if (name === undefined) return void report.add({ path: at, message: `${label(at)} is a required field` });
  const allowed = attribute.components();
  const component = allowed.find((one) => one.name === name);
  if (component !== undefined) return component;
  const known = walk.components();
  const isKnown = typeof name === 'string' && known.includes(name);
  if (!isKnown) report.addGeneral(path, INVALID_RELATIONS);
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
