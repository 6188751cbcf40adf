import { ContentError } from '../../errors/index.js';
import {
  type AnyComponent,
  type AnyModel,
  type Attribute,
  type StoredEntry,
  type Values,
  componentOf,
  entriesIn,
  isList,
  storageOf,
} from '../../model/index.js';
import { type MissingAnchor, applyChange, missingAnchor } from '../../order/index.js';
import type { AttributeInput, ParsedEntry, InputValues } from '../input/input.js';
import { applicationError } from '../input/problems.js';
import type { RelationInput } from '../input/relation-input.js';
import { connectedTwice, toChange } from '../relations/relation-change.js';
import type { References } from '../targets/references.js';
import type { Version } from '../targets/target.js';
import { newDocumentId } from './document-id.js';

interface MergedRow {
  /** Columns to write. */
  readonly columns: ReadonlyMap<string, unknown>;
  /** All values of the version after the write, except for relations. */
  readonly values: Values;
}

/** The columns of a version after a write, except for relations. Attributes that were not sent keep their value. */
export function mergeRow(
  model: AnyModel,
  input: InputValues,
  edit: Version | undefined,
  sibling: Pick<Version, 'values'> | undefined,
  context: MergeContext,
): MergedRow {
  const columns = new Map<string, unknown>();
  for (const { name, shared } of storageOf(model).columns) {
    const attribute = model.attributes[name];
    const sent = input.get(name);
    if (attribute !== undefined && sent !== undefined && sent.kind !== 'relation') {
      // Locales share this value, so the value exists before the first version in this locale.
      const current = edit === undefined && shared ? sibling : edit;
      columns.set(name, mergeValue(name, attribute, current?.values[name], sent, context));
    } else if (edit === undefined) {
      const inherits = shared && sibling !== undefined;
      const initial = attribute === undefined ? null : initialValue(attribute);
      columns.set(name, inherits ? (sibling.values[name] ?? null) : initial);
    }
  }
  return { columns, values: { ...edit?.values, ...Object.fromEntries(columns) } };
}

/** A reason to refuse the values of a body, found while these values are merged with the stored values. */
export type MergeRefusal =
  | { readonly kind: 'error'; readonly error: ContentError }
  | { readonly kind: 'missingAnchor'; readonly missing: MissingAnchor }
  | { readonly kind: 'connectedTwice'; readonly id: string };

interface MergeContext {
  readonly references: References;
  /** Ids for new entries. */
  readonly nextId: () => number;
  /** Refuses the write. Merging goes on, but the result of merging is not used. */
  readonly refuse: (refusal: MergeRefusal) => void;
}

/** How many ids a body may need. */
export function countEntries(input: InputValues): number {
  let count = 0;
  for (const value of input.values()) {
    if (value.kind !== 'entries') continue;
    for (const entry of value.entries) count += 1 + countEntries(entry.input);
  }
  return count;
}

/** The entries of a component attribute after a write: an entry with an id changes, any other entry is new. */
function mergeEntries(
  name: string,
  attribute: Attribute,
  current: unknown,
  entries: readonly ParsedEntry[],
  context: MergeContext,
): StoredEntry[] {
  const stored = storedEntries(current);
  const attached = new Map(stored.map((entry) => [String(entry.id), entry]));
  const merged = entries.map(({ component, id, input }) => {
    if (id === undefined) return mergeEntry(component, undefined, input, context);
    const entry = attached.get(id);
    if (entry === undefined || (entry.__component ?? component.name) !== component.name) {
      const message = `Some of the provided components in ${name} are not related to the entity`;
      // In dynamic zones, Strapi names this error `Error`, and sends no details.
      const inZone = attribute.kind === 'dynamicZone';
      const error = inZone ? new ContentError(400, 'Error', message, null) : applicationError(message);
      context.refuse({ kind: 'error', error });
    }
    attached.delete(id);
    return mergeEntry(component, entry, input, context);
  });
  // Callers do not see entries of a component that left the dynamic zone. Only a migration removes them, with consent.
  return [...merged, ...stored.filter((entry) => componentOf(attribute, entry) === undefined)];
}

function mergeEntry(
  component: AnyComponent,
  current: StoredEntry | undefined,
  input: InputValues,
  context: MergeContext,
): StoredEntry {
  const entry: StoredEntry = {
    // Attributes that the component does not have any more stay, too.
    ...current,
    id: current?.id ?? context.nextId(),
    documentId: current?.documentId ?? newDocumentId(),
    __component: component.name,
  };
  for (const [name, attribute] of Object.entries(component.attributes)) {
    const sent = input.get(name);
    if (sent !== undefined) entry[name] = mergeValue(name, attribute, current?.[name], sent, context);
    else entry[name] = current === undefined ? initialValue(attribute) : (current[name] ?? emptyValue(attribute));
  }
  return entry;
}

/**
 * The value of an attribute after a write, as entries store values. Relations of rows have columns or links instead.
 */
function mergeValue(
  name: string,
  attribute: Attribute,
  current: unknown,
  sent: AttributeInput,
  context: MergeContext,
): unknown {
  switch (sent.kind) {
    case 'scalar':
      return sent.value;
    case 'media': {
      const files = sent.files.flatMap((file) => context.references.fileOf(file) ?? []);
      const removed = sent.removed?.map((file) => file.row ?? context.references.fileOf(file));
      const kept = removed === undefined ? [] : [current].flat().filter((id) => !removed.includes(Number(id)));
      // Strapi takes the first of several files for a single media attribute.
      if (!isList(attribute)) return files[0] ?? kept[0] ?? null;
      return [...new Set([...kept.filter((id) => typeof id === 'number' && !files.includes(id)), ...files])];
    }
    case 'entries': {
      const entries = mergeEntries(name, attribute, current, sent.entries, context);
      return isList(attribute) ? entries : (entries[0] ?? null);
    }
    case 'relation':
      return mergeRelation(attribute, current, sent.relation, context);
  }
}

function mergeRelation(
  attribute: Attribute,
  current: unknown,
  relation: RelationInput,
  { references, refuse }: MergeContext,
): unknown {
  const many = isList(attribute);
  const ids = (Array.isArray(current) ? current : [current]).filter((id): id is string => typeof id === 'string');
  const twice = connectedTwice(relation, references);
  if (twice !== undefined) refuse({ kind: 'connectedTwice', id: twice });
  const change = toChange(relation, references, many);
  const missing = missingAnchor(ids, change);
  if (missing !== undefined) refuse({ kind: 'missingAnchor', missing });
  const list = applyChange(ids, change);
  return many ? list : (list.at(-1) ?? null);
}

/** The value of an attribute of a new version or entry, where the body says nothing about the attribute. */
function initialValue(attribute: Attribute): unknown {
  return attribute.kind === 'scalar' && attribute.default !== undefined ? attribute.default : emptyValue(attribute);
}

function emptyValue(attribute: Attribute): unknown {
  return isList(attribute) ? [] : null;
}

function storedEntries(current: unknown): StoredEntry[] {
  return entriesIn(current).filter(isStoredEntry);
}

function isStoredEntry(entry: Values): entry is StoredEntry {
  return 'id' in entry;
}
