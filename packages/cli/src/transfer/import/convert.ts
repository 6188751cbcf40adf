import { rankAt, roleDocumentId } from '@content-gen/runtime/transfer';

import { isObject } from '../../config/plain-object.js';
import type { Attribute, Component, MorphTo, Relation } from '../../model/model.js';
import { type Layout, type LinkTable, type TypeLayout, componentNames, isToMany } from '../layout.js';
import { FILE_UID } from '../file-uid.js';
import { type LinkOwner, type Reference, referenceKey } from './references.js';
import type { ImportEffect } from './report.js';
import { brokenRule } from './rules.js';
import { convertScalar } from './scalars.js';

/** A component entry in the form of the database. Its id is given when the entry is written. */
type ConvertedEntry = Record<string, unknown> & { __component: string };

/** A version in the form of the database. */
export interface ConvertedVersion {
  /** Values by the name of the column. */
  readonly row: Readonly<Record<string, unknown>>;
  readonly links: readonly (LinkTable & { readonly targets: readonly Reference[] })[];
  /** All entries, nested entries included. */
  readonly entries: readonly ConvertedEntry[];
}

export interface ConvertContext {
  readonly layout: Layout;
  /** The references of an attribute, by the key of `keyOf`. */
  readonly references: ReadonlyMap<string, readonly Reference[]>;
  /** The type of a role (`authenticated`) by the document id in the source. */
  readonly roles: ReadonlyMap<string, string>;
  /** Whether the rules of the definition hold: for a draft they do not. */
  readonly isPublished: boolean;
  readonly note: (attribute: string, effect: ImportEffect, message: string) => void;
}

interface Owner {
  /** The type or component, as links name it. */
  readonly type: string;
  readonly id: number;
  readonly path: string;
}

/** The owners of links in a version: the row, and its entries at any depth. */
export function ownersIn(
  { type }: TypeLayout,
  id: number,
  values: Readonly<Record<string, unknown>>,
  layout: Layout,
): readonly LinkOwner[] {
  const owners = [{ type: type.uid, id }];
  const visit = (attributes: readonly Attribute[], holder: Readonly<Record<string, unknown>>): void => {
    for (const attribute of attributes) {
      for (const { component, entry } of entriesOf(attribute, holder[attribute.name], layout)) {
        owners.push({ type: component.name, id: Number(entry['id']) });
        visit(component.attributes, entry);
      }
    }
  };
  visit(type.attributes, values);
  return owners;
}

function entriesOf(attribute: Attribute, value: unknown, layout: Layout) {
  const names = componentNames(attribute);
  if (names.length === 0) return [];
  return [value].flat().flatMap((entry: unknown) => {
    if (!isObject(entry)) return [];
    const name = attribute.kind === 'component' ? attribute.component : String(entry['__component']);
    const component = names.includes(name) ? layout.components.get(name) : undefined;
    return component === undefined ? [] : [{ component, entry }];
  });
}

export function convertVersion(
  { type, columns, links }: TypeLayout,
  id: number,
  values: Readonly<Record<string, unknown>>,
  context: ConvertContext,
): ConvertedVersion {
  const entries: ConvertedEntry[] = [];
  const owner = { type: type.uid, id, path: '' };
  noteUnknown(type.attributes, values, '', context);
  const row: Record<string, unknown> = {};
  for (const { name, attribute, isRank } of columns) {
    if (isRank) {
      const [first] = targetsOf(attribute, owner, context);
      row[name] = first === undefined ? null : rankAt(first.place);
    } else row[name] = valueOf(attribute, owner, values[attribute.name], context, entries);
  }
  const lists = links.map((link) => ({ ...link, targets: targetsOf(link.attribute, owner, context, true) }));
  return { row, links: lists, entries };
}

/** Keys of a component entry that are no attributes. */
const ENTRY_KEYS = new Set(['id', '__component']);

/** Lists values that have no attribute here, because such values would disappear without a word. */
function noteUnknown(
  attributes: readonly Attribute[],
  values: Readonly<Record<string, unknown>>,
  path: string,
  { note }: ConvertContext,
): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || ENTRY_KEYS.has(name)) continue;
    if (attributes.some((attribute) => attribute.name === name)) continue;
    note(path + name, 'dropped', 'the definition has no such attribute');
  }
}

function valueOf(
  attribute: Attribute,
  owner: Owner,
  value: unknown,
  context: ConvertContext,
  entries: ConvertedEntry[],
): unknown {
  const converted = storedValue(attribute, owner, value, context, entries);
  const broken = context.isPublished ? brokenRule(attribute, converted) : undefined;
  if (broken !== undefined) context.note(owner.path + attribute.name, 'kept', broken);
  return converted;
}

function storedValue(
  attribute: Attribute,
  owner: Owner,
  value: unknown,
  context: ConvertContext,
  entries: ConvertedEntry[],
): unknown {
  switch (attribute.kind) {
    case 'scalar': {
      if (value === null || value === undefined) return null;
      const converted = convertScalar(attribute, value);
      const problem = 'value' in converted ? converted.loss : converted.problem;
      if (problem !== undefined) context.note(owner.path + attribute.name, 'dropped', problem);
      return 'value' in converted ? converted.value : null;
    }
    case 'media': {
      const files = filesOf(attribute.name, owner, context);
      return attribute.multiple ? files : (files[0] ?? null);
    }
    case 'component':
    case 'dynamicZone':
      return convertEntries(attribute, owner, value, context, entries);
    case 'relation':
    case 'morphTo':
      return relationValue(attribute, owner, context);
    case 'role':
      return roleOf(owner, value, context);
    case 'morphInverse':
      return null;
  }
}

function filesOf(field: string, owner: Owner, { references, note }: ConvertContext): readonly number[] {
  return (references.get(referenceKey(owner.type, owner.id, field)) ?? []).flatMap(({ file, document }) => {
    if (file !== null) return [file];
    note(owner.path + field, 'dropped', `the file ${document} is missing`);
    return [];
  });
}

function convertEntries(
  attribute: Attribute,
  owner: Owner,
  value: unknown,
  context: ConvertContext,
  entries: ConvertedEntry[],
): unknown {
  const isList = attribute.kind === 'dynamicZone' || (attribute.kind === 'component' && attribute.repeatable);
  const given = [value ?? []].flat();
  const found = entriesOf(attribute, given, context.layout);
  if (found.length < given.length) {
    context.note(
      owner.path + attribute.name,
      'dropped',
      `${given.length - found.length} entries are of unknown components`,
    );
  }
  if (!isList && found.length > 1) {
    const message = `the component is no list, so ${found.length - 1} entries after the first stay out`;
    context.note(owner.path + attribute.name, 'dropped', message);
  }
  const list = (isList ? found : found.slice(0, 1)).map(({ component, entry }, index) => {
    const path = `${owner.path}${attribute.name}.${isList ? `${index}.` : ''}`;
    return convertEntry(component, entry, path, context, entries);
  });
  return isList ? list : (list[0] ?? null);
}

function convertEntry(
  component: Component,
  values: Readonly<Record<string, unknown>>,
  path: string,
  context: ConvertContext,
  entries: ConvertedEntry[],
): ConvertedEntry {
  const entry: ConvertedEntry = { __component: component.name };
  entries.push(entry);
  const owner = { type: component.name, id: Number(values['id']), path };
  noteUnknown(component.attributes, values, path, context);
  for (const attribute of component.attributes) {
    entry[attribute.name] = valueOf(attribute, owner, values[attribute.name], context, entries);
  }
  return entry;
}

/** The value of a relation in a column or an entry: document ids. */
function relationValue(attribute: Relation | MorphTo, owner: Owner, context: ConvertContext): unknown {
  const targets = targetsOf(attribute, owner, context, true).map(({ document }) => document);
  return isToMany(attribute) ? targets : (targets[0] ?? null);
}

function targetsOf(attribute: Attribute, owner: Owner, context: ConvertContext, lists = false): readonly Reference[] {
  const all = context.references.get(referenceKey(owner.type, owner.id, attribute.name)) ?? [];
  if (lists) {
    for (const { isKnown, document, targetType } of all) {
      if (isKnown) continue;
      const message = `the link points at ${targetType} ${document}, which is not here`;
      context.note(owner.path + attribute.name, 'dropped', message);
    }
  }
  return all.filter(({ isKnown, targetType }) => isKnown && targetType !== FILE_UID);
}

/** A role by its type: Strapi relates users to a row, an export names the type. */
function roleOf(owner: Owner, value: unknown, { references, roles, note }: ConvertContext): string | null {
  const [reference] = references.get(referenceKey(owner.type, owner.id, 'role')) ?? [];
  const type = typeof value === 'string' ? value : reference && roles.get(reference.document);
  if (type !== undefined) return roleDocumentId(type);
  note('role', 'kept', 'the user has no role');
  return null;
}
