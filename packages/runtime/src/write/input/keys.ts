import { allows, changeRight, changesDraftsOnly, may, mayNameItself, writeRight } from '../../access/index.js';
import type { Scope } from '../../content/index.js';
import { ForbiddenError } from '../../errors/index.js';
import type { AnyComponent, AnyModel, Attribute, MorphInverse, Relation } from '../../model/index.js';
import { isObject } from './body.js';
import { type ValuePath, bodyKeyError } from './problems.js';
import { relationEntries } from './relation-input.js';

export interface KeyRights {
  /** Whether the caller may see a type, and so may point at the type from the attribute at a path. */
  readonly maySee: (model: AnyModel, path: string) => boolean;
  /** Whether the caller may see the type that a body names by its uid. */
  readonly maySeeType: (uid: string) => boolean;
  readonly mayWrite: (attribute: string) => boolean;
  /** Whether the caller may write the attribute of a type that owns a relation, from the other side of the relation. */
  readonly mayWriteFrom: (owner: AnyModel, attribute: string) => boolean;
  /**
   * Whether the caller may change documents of a type as this write does: a write from the other side changes these
   * documents, or their drafts.
   */
  readonly mayUpdate: (owner: AnyModel) => boolean;
}

/** The write whose keys are read. */
interface KeyMode {
  /** The document is new. */
  readonly creating: boolean;
  readonly publish: boolean;
}

/** The keys that the caller may write. */
export function keyRights(scope: Scope, model: AnyModel, { creating, publish }: KeyMode): KeyRights {
  const verb = creating && !model.single ? 'create' : 'update';
  const action = writeRight(scope, model, verb) ?? verb;
  const draftsOnly = changesDraftsOnly(model, { publish });
  return {
    maySee: (target, path) => may(scope, target, 'find') || mayNameItself(scope, model, action, path),
    maySeeType: (uid) => {
      const target = scope.content.modelsByUid.get(uid);
      return target !== undefined && may(scope, target, 'find');
    },
    mayWrite: (name) => allows(scope, model, name, 'write'),
    mayWriteFrom: (owner, name) => allows(scope, owner, name, 'write'),
    mayUpdate: (owner) => changeRight(scope, owner, { draftsOnly }) !== undefined,
  };
}

/** The rights of the project's own code, such as hooks. */
export const ALL_RIGHTS: KeyRights = {
  maySee: () => true,
  maySeeType: () => true,
  mayWrite: () => true,
  mayWriteFrom: () => true,
  mayUpdate: () => true,
};

/** Strapi accepts these keys of a document and ignores them. */
const IGNORED = ['publishedAt', 'locale'];
const MANAGED = ['createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'localizations'];
/** Keys of an entry that are no attributes. */
const ENTRY_KEYS = ['id', 'documentId'];
const ZONE_ENTRY_KEYS = [...ENTRY_KEYS, '__component'];

/** The attribute that a key of a document names; `undefined` for a key that is ignored. Refuses any other key. */
export function attributeOfDocument(model: AnyModel, path: ValuePath, { mayWrite }: KeyRights): Attribute | undefined {
  const key = String(path[0]);
  if (IGNORED.includes(key)) return undefined;
  const attribute = attributeIn(model, key);
  if (attribute === undefined) throw bodyKeyError(key, MANAGED.includes(key) ? key : null);
  if (!mayWrite(key)) throw bodyKeyError(key, key);
  return writable(attribute, path);
}

/** The attribute that a key of an entry names. The id and the component of an entry are no attributes. */
export function attributeOfEntry(component: AnyComponent, path: ValuePath, inZone: boolean): Attribute | undefined {
  const key = String(path.at(-1));
  const attribute = attributeIn(component, key);
  if (attribute !== undefined) return writable(attribute, path);
  if (!(inZone ? ZONE_ENTRY_KEYS : ENTRY_KEYS).includes(key)) throw bodyKeyError(key, named(path.slice(0, -1)));
  return undefined;
}

function attributeIn(holder: AnyModel | AnyComponent, name: string): Attribute | undefined {
  return Object.hasOwn(holder.attributes, name) ? holder.attributes[name] : undefined;
}

function writable(attribute: Attribute, path: ValuePath): Attribute {
  if (attribute.writable === false) throw bodyKeyError(String(path.at(-1)), named(path));
  return attribute;
}

/** The path without indexes of lists, as errors of keys show paths. */
export function named(path: ValuePath): string {
  return path.filter((part) => typeof part === 'string').join('.');
}

/** Refuses a relation to a type that the caller may not see, because that type does not exist for the caller. */
export function checkTarget(attribute: Attribute, value: unknown, path: ValuePath, rights: KeyRights): void {
  const key = String(path.at(-1));
  if (attribute.kind === 'relation' || attribute.kind === 'morphInverse') {
    if (!rights.maySee(attribute.target(), named(path))) throw bodyKeyError(key, named(path));
    checkOwner(attribute, key, path, rights);
  }
  if (attribute.kind !== 'morphTo') return;
  for (const entry of relationEntries(value)) {
    const type = isObject(entry) ? entry.__type : undefined;
    if (typeof type !== 'string' || !rights.maySeeType(type)) throw bodyKeyError(key, named(path));
  }
}

/** The owner stores the relation, so a write from the other side needs the right to update the owner. */
function checkOwner(attribute: Relation | MorphInverse, key: string, path: ValuePath, rights: KeyRights): void {
  const owner = attribute.kind === 'relation' ? attribute.mappedBy : attribute.morphBy;
  if (owner === undefined) return;
  if (!rights.mayWriteFrom(attribute.target(), owner)) throw bodyKeyError(key, named(path));
  if (!rights.mayUpdate(attribute.target())) throw new ForbiddenError();
}
