import type { Attribute, ScalarType } from '../../model/model.js';
import { targetOf } from '../../permissions/rights.js';
import type { Change, Owner, Severity } from '../change.js';
import { attributeTypeChanged } from '../changes/attributes/attribute-type-changed.js';
import { multiplicityChanged } from '../changes/values/multiplicity-changed.js';
import { relationExclusiveChanged } from '../changes/values/relation-exclusive-changed.js';
import { relationOrderChanged } from '../changes/values/relation-order-changed.js';
import { relationTargetChanged } from '../changes/values/relation-target-changed.js';
import { zoneComponentAdded } from '../changes/values/zone-component-added.js';
import { zoneComponentRemoved } from '../changes/values/zone-component-removed.js';
import { type Pair, wordsWithout } from '../lists.js';
import { isSameValue } from './values.js';

type NamesAfter = (name: string) => string;

/** Finds the changes of what an attribute is: its type, one or many, and what it points at. */
export function compareKinds(owner: Owner, pair: Pair<Attribute>, names: NamesAfter): readonly Change[] {
  const { before, now } = pair;
  const words = { before: wordOf(before), now: wordOf(now) };
  if (before.kind === 'scalar' && now.kind === 'scalar') {
    if (before.type === now.type) return [];
    return [attributeTypeChanged(owner, now, words, severityOf(before.type, now.type))];
  }
  if (words.before !== words.now) return [attributeTypeChanged(owner, now, words, 'breaking')];
  const [wasList, isList] = [isMany(before), isMany(now)];
  return [
    ...(wasList === isList ? [] : [multiplicityChanged(owner, now, isList)]),
    ...compareTargets(owner, pair, names),
    ...compareZones(owner, pair, names),
    ...(wasList === isList ? compareRelations(owner, pair, names) : []),
  ];
}

function wordOf(attribute: Attribute): string {
  switch (attribute.kind) {
    case 'scalar':
      return attribute.type;
    case 'morphTo':
    case 'morphInverse':
      return 'polymorphic relation';
    default:
      return attribute.kind;
  }
}

function isMany(attribute: Attribute): boolean {
  switch (attribute.kind) {
    case 'media':
      return attribute.multiple;
    case 'component':
      return attribute.repeatable;
    case 'relation':
      return attribute.cardinality.endsWith('ToMany');
    case 'morphTo':
    case 'morphInverse':
      return attribute.many;
    default:
      return attribute.kind === 'dynamicZone';
  }
}

function compareTargets(owner: Owner, { before, now }: Pair<Attribute>, names: NamesAfter): readonly Change[] {
  const target = (attribute: Attribute) =>
    attribute.kind === 'component' ? attribute.component : (targetOf(attribute) ?? 'any type');
  const [old, value] = [names(target(before)), target(now)];
  return old === value ? [] : [relationTargetChanged(owner, now, { before: target(before), now: value })];
}

function compareZones(owner: Owner, { before, now }: Pair<Attribute>, names: NamesAfter): readonly Change[] {
  if (before.kind !== 'dynamicZone' || now.kind !== 'dynamicZone') return [];
  const old = before.components.map(names);
  const removed = wordsWithout(old, now.components);
  const added = wordsWithout(now.components, old);
  return [
    ...(removed.length === 0 ? [] : [zoneComponentRemoved(owner, now, removed)]),
    ...(added.length === 0 ? [] : [zoneComponentAdded(owner, now, added)]),
  ];
}

function compareRelations(owner: Owner, { before, now }: Pair<Attribute>, names: NamesAfter): readonly Change[] {
  if (before.kind !== 'relation' || now.kind !== 'relation' || names(before.target) !== now.target) return [];
  const isMoved = before.storage.at !== now.storage.at;
  return [
    ...(before.cardinality === now.cardinality
      ? []
      : [relationExclusiveChanged(owner, now, { before: before.cardinality, now: now.cardinality })]),
    ...(isMoved && isMany(now) && !isSameValue(before.storage, now.storage) ? [relationOrderChanged(owner, now)] : []),
  ];
}

/** The old types whose values a new type has and takes, each with what a client notices. */
const wider: Readonly<Partial<Record<ScalarType, Readonly<Partial<Record<ScalarType, Severity>>>>>> = {
  string: { text: 'dangerous', richtext: 'dangerous' },
  text: { richtext: 'safe' },
  richtext: { text: 'safe' },
  email: { string: 'dangerous', text: 'dangerous' },
  uid: { string: 'dangerous', text: 'dangerous' },
  enumeration: { string: 'dangerous', text: 'dangerous' },
  integer: { float: 'dangerous', decimal: 'dangerous' },
  timestamp: { datetime: 'safe' },
  datetime: { timestamp: 'safe' },
};

function severityOf(before: ScalarType, now: ScalarType): Severity {
  return wider[before]?.[now] ?? 'breaking';
}
