import type { Attribute } from '../../model/attributes/attribute.js';
import type { AnyComponent } from '../../model/model.js';
import { applyChange } from '../../order/operations.js';
import type { StoredEntry } from '../../model/values.js';
import { newDocumentId } from './document-id.js';
import type { AttributeInput, EntryInput, Input } from '../input/input.js';
import { applicationError } from '../input/problems.js';
import type { References } from '../targets/references.js';
import type { RelationInput } from '../input/relation-input.js';
import { toChange } from '../relations/relation-change.js';

export interface MergeContext {
  readonly references: References;
  /** Ids for new entries. */
  readonly nextId: () => number;
}

type Stored = Readonly<Record<string, unknown>>;

/** How many ids a body may need. */
export function countEntries(input: Input): number {
  let count = 0;
  for (const value of input.values()) {
    if (value.kind !== 'entries') continue;
    for (const entry of value.entries) count += 1 + countEntries(entry.input);
  }
  return count;
}

/** The entries of a component attribute after a write: those named by id are changed, all others are new. */
function mergeEntries(
  name: string,
  attribute: Attribute,
  current: unknown,
  entries: readonly EntryInput[],
  context: MergeContext,
): StoredEntry[] {
  const attached = new Map(listOf(current).map((entry) => [String(entry.id), entry]));
  return entries.map(({ component, id, input }) => {
    if (id === undefined) return mergeEntry(component, undefined, input, context);
    const entry = attached.get(id);
    if (entry === undefined || (entry.__component ?? component.name) !== component.name) {
      const message = `Some of the provided components in ${name} are not related to the entity`;
      // Of zones clients know it without details.
      throw attribute.kind === 'dynamicZone' ? applicationError(message, null) : applicationError(message);
    }
    attached.delete(id);
    return mergeEntry(component, entry, input, context);
  });
}

function mergeEntry(
  component: AnyComponent,
  current: StoredEntry | undefined,
  input: Input,
  context: MergeContext,
): StoredEntry {
  const entry: StoredEntry = {
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

/** What an attribute holds after a write, as entries store it. Relations of rows are not values: they have links. */
export function mergeValue(
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
      const files = sent.files.map((file) => context.references.fileOf(file)!);
      // Of several files for one place the first counts, as it does for clients of the original.
      return isList(attribute) ? [...new Set(files)] : (files[0] ?? null);
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
  context: MergeContext,
): unknown {
  const many = isList(attribute);
  const ids = (Array.isArray(current) ? current : [current]).filter((id): id is string => typeof id === 'string');
  const list = applyChange(ids, toChange(relation, context.references, many));
  return many ? list : (list.at(-1) ?? null);
}

/** What an attribute of something new holds when nothing was said about it. */
export function initialValue(attribute: Attribute): unknown {
  return attribute.kind === 'scalar' && attribute.default !== undefined ? attribute.default : emptyValue(attribute);
}

function emptyValue(attribute: Attribute): unknown {
  return isList(attribute) ? [] : null;
}

export function isList(attribute: Attribute): boolean {
  switch (attribute.kind) {
    case 'scalar':
      return false;
    case 'media':
      return attribute.multiple;
    case 'component':
      return attribute.repeatable;
    case 'dynamicZone':
      return true;
    case 'relation':
      return attribute.cardinality === 'oneToMany' || attribute.cardinality === 'manyToMany';
    default:
      return attribute.many;
  }
}

function listOf(current: unknown): StoredEntry[] {
  const list = Array.isArray(current) ? current : [current];
  return list.filter(
    (entry): entry is StoredEntry => typeof entry === 'object' && entry !== null && 'id' in (entry as Stored),
  );
}
