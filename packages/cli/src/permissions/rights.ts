import type { Settings } from '@content-gen/runtime';

import { isHidden } from '../attributes/index.js';
import type { PermissionRule } from '../config/define.js';
import type { Attribute } from '../model/model.js';
import { draftActionOf } from './actions.js';

/** The rights of a role for a type and its attributes. The runtime decides the same from the same rules. */
interface Rights extends Pick<PermissionRule, 'where' | 'whereTo'> {
  readonly may: (action: string) => boolean;
  /**
   * The right to an action: the action itself, or the one that writes drafts alone; `undefined` if the role has neither.
   */
  readonly rightTo: (action: string) => string | undefined;
  /** Some of `read`, `filter`, `sort`, `write`. */
  readonly to: (attribute: Attribute) => readonly string[];
  /** Whether the `writable` list contains an attribute. */
  readonly writes: (attribute: string) => boolean;
}

export function rightsTo({ permissions }: Pick<Settings, 'permissions'>, role: string, type: string): Rights {
  const rule = ruleOf(permissions[role], type);
  const may = (action: string) => rule.actions === '*' || rule.actions.includes(action);
  const rightTo = (action: string) => [action, draftActionOf(action) ?? action].find(may);
  const anyOf = (...actions: readonly string[]) => actions.some((action) => rightTo(action) !== undefined);
  const within = (list: readonly string[] | undefined, { name }: Pick<Attribute, 'name'>) =>
    list?.includes(name) ?? true;

  const reads = (attribute: Attribute) =>
    anyOf('find', 'findOne', 'create', 'update', 'publish', 'me') &&
    !isHidden(attribute) &&
    within(rule.readable, attribute);
  const compares = (attribute: Attribute) =>
    anyOf('find', 'findOne', 'count') &&
    isComparable(attribute) &&
    reads(attribute) &&
    within(rule.filterable ?? rule.readable, attribute);
  const writes = (attribute: Attribute) =>
    anyOf('create', 'update') && attribute.writable && within(rule.writable, attribute);

  return {
    ...(rule.where === undefined ? {} : { where: rule.where }),
    ...(rule.whereTo === undefined ? {} : { whereTo: rule.whereTo }),
    may,
    rightTo,
    writes: (name) => within(rule.writable, { name }),
    to: (attribute) => [
      ...(reads(attribute) ? ['read'] : []),
      ...(compares(attribute) ? ['filter', 'sort'] : []),
      ...(writes(attribute) ? ['write'] : []),
    ],
  };
}

function ruleOf(types: Settings['permissions'][string] | undefined, name: string): PermissionRule {
  if (types === '*') return { actions: '*' };
  const granted = types !== undefined && Object.hasOwn(types, name) ? types[name] : undefined;
  if (granted === undefined) return { actions: [] };
  return granted === '*' || !('actions' in granted) ? { actions: granted } : granted;
}

/** Filters and sorting cannot use media, dynamic zones and relations to any type. */
function isComparable({ kind }: Attribute): boolean {
  return kind !== 'media' && kind !== 'dynamicZone' && kind !== 'morphTo';
}

export function isRelation({ kind }: Attribute): boolean {
  return kind === 'relation' || kind === 'morphTo' || kind === 'morphInverse' || kind === 'role';
}

/** The target type of a relation. Undefined if it can be any type. */
export function targetOf(attribute: Attribute): string | undefined {
  if (attribute.kind === 'role') return 'role';
  return 'target' in attribute ? attribute.target : undefined;
}

/** The attribute that stores a relation, if that attribute is on the other side. */
export function ownerOf(attribute: Attribute): { readonly type: string; readonly attribute: string } | undefined {
  if (attribute.kind === 'morphInverse') return { type: attribute.target, attribute: attribute.morphBy };
  if (attribute.kind !== 'relation' || attribute.storage.at !== 'inverse') return undefined;
  return attribute.inverse === undefined ? undefined : { type: attribute.target, attribute: attribute.inverse };
}
