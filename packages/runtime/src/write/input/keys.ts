import type { AnyComponent, AnyModel, Attribute, MorphInverse, Relation } from '../../model/index.js';
import { ForbiddenError } from '../../errors/index.js';
import { type Data, isObject } from './body.js';
import { checkMediaKeys } from './media-input.js';
import { bodyKeyError } from './problems.js';
import { checkRelationKeys, relationEntries } from './relation-input.js';

/** Strapi accepts these keys and ignores them. */
const IGNORED = ['publishedAt', 'locale'];
const ENTRY_KEYS = ['id', 'documentId'];
const MANAGED = ['createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'localizations'];

export interface KeyRights {
  /** Whether the caller may see a type, and so may point at it from the attribute at a path. */
  readonly maySee: (model: AnyModel, path: string) => boolean;
  /** The same for the uid of a type in a body. */
  readonly maySeeType: (uid: string) => boolean;
  readonly mayWrite: (attribute: string) => boolean;
  /** Whether the caller may write the attribute of a type that owns a relation, from the other side of it. */
  readonly mayWriteFrom: (owner: AnyModel, attribute: string) => boolean;
  /** Whether the caller may update documents of a type: a write from the other side changes them. */
  readonly mayUpdate: (owner: AnyModel) => boolean;
}

type Reach = Omit<KeyRights, 'mayWrite'>;

/** Refuses every key of a body that is no attribute, or that the caller may not write. */
export function checkKeys(model: AnyModel, data: Data, rights: KeyRights): void {
  for (const key of ['id', 'documentId']) if (Object.hasOwn(data, key)) throw bodyKeyError(key);
  for (const [key, value] of Object.entries(data)) {
    if (IGNORED.includes(key)) continue;
    const attribute = attributeOf(model, key);
    if (attribute !== undefined && !rights.mayWrite(key)) throw bodyKeyError(key, key);
    if (attribute !== undefined) checkAttribute(attribute, key, value, key, rights);
    else throw bodyKeyError(key, MANAGED.includes(key) ? key : null);
  }
}

function checkAttribute(attribute: Attribute, key: string, value: unknown, path: string, reach: Reach): void {
  if (attribute.writable === false) throw bodyKeyError(key, path);
  switch (attribute.kind) {
    case 'component':
      return entriesOf(value).forEach((entry) => checkEntry(attribute.component(), entry, path, reach));
    case 'dynamicZone':
      for (const entry of entriesOf(value)) {
        const component = attribute.components().find(({ name }) => name === entry.__component);
        const { __component: _name, ...rest } = entry;
        if (component !== undefined) checkEntry(component, rest, path, reach);
      }
      return;
    case 'relation':
    case 'morphInverse':
      // A type that the caller may not see does not exist for it.
      if (!reach.maySee(attribute.target(), path)) throw bodyKeyError(key, path);
      checkOwner(attribute, key, path, reach);
      return checkRelationKeys(value, path);
    case 'morphTo':
      for (const entry of relationEntries(value)) {
        const type = isObject(entry) ? entry.__type : undefined;
        if (typeof type !== 'string' || !reach.maySeeType(type)) throw bodyKeyError(key, path);
      }
      return checkRelationKeys(value, path);
    case 'media':
      return checkMediaKeys(value, path);
    case 'scalar':
  }
}

/** The owner stores the relation, so a write from the other side needs the right to update the owner. */
function checkOwner(attribute: Relation | MorphInverse, key: string, path: string, reach: Reach): void {
  const owner = attribute.kind === 'relation' ? attribute.mappedBy : attribute.morphBy;
  if (owner === undefined) return;
  if (!reach.mayWriteFrom(attribute.target(), owner)) throw bodyKeyError(key, path);
  if (!reach.mayUpdate(attribute.target())) throw new ForbiddenError();
}

function checkEntry(component: AnyComponent, entry: Data, path: string, reach: Reach): void {
  for (const [key, value] of Object.entries(entry)) {
    const attribute = attributeOf(component, key);
    if (attribute !== undefined) checkAttribute(attribute, key, value, `${path}.${key}`, reach);
    else if (!ENTRY_KEYS.includes(key)) throw bodyKeyError(key, path);
  }
}

function attributeOf(holder: AnyModel | AnyComponent, name: string): Attribute | undefined {
  return Object.hasOwn(holder.attributes, name) ? holder.attributes[name] : undefined;
}

function entriesOf(value: unknown): readonly Data[] {
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}
