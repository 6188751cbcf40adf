import type { Settings } from '@content-gen/runtime';

import type { Attribute, ContentModel } from '../model/model.js';
import { isRelation, ownerOf, rightsTo, targetOf } from './rights.js';

/** The part of an API that a document describes: all of it, or the part that one role reaches. */
export interface Reach {
  /** The role, if the document is about one. */
  readonly role?: string;
  /** Whether the role may do this, if only to drafts. */
  may(type: string, action: string): boolean;
  /** Whether the role may do this to drafts alone. */
  draftsOnly(type: string, action: string): boolean;
  reads(type: string, attribute: Attribute): boolean;
  filters(type: string, attribute: Attribute): boolean;
  writes(type: string, attribute: Attribute): boolean;
  /** Whether anybody may do this without credentials. */
  isPublic(type: string, action: string): boolean;
}

/** A role that may do everything, as an API token with full access. */
const everything: Pick<Settings, 'permissions'> = { permissions: { everything: '*' } };

export function reachOf(settings: Settings, model: ContentModel, role?: string): Reach {
  const [permissions, name] = role === undefined ? [everything, 'everything'] : [settings, role];
  const withDrafts = new Set(model.contentTypes.filter((type) => type.draftAndPublish).map((type) => type.name));
  const components = new Set(model.components.map((component) => component.name));
  // The attribute that contains an entry decides about its rights.
  const rights = (type: string) =>
    components.has(type) ? rightsTo(everything, 'everything', type) : rightsTo(permissions, name, type);
  const sees = (attribute: Attribute) => {
    const target = isRelation(attribute) ? targetOf(attribute) : undefined;
    return target === undefined || rightsTo(permissions, name, target).may('find');
  };
  const uses = (type: string, attribute: Attribute, use: string) =>
    sees(attribute) && rights(type).to(attribute).includes(use);
  /** The inverse side of a relation belongs to its owner. */
  const owns = (type: string, attribute: Attribute) => {
    const owner = ownerOf(attribute);
    if (owner === undefined) return true;
    const theirs = rightsTo(permissions, name, owner.type);
    const right = theirs.rightTo('update');
    // A write of a type without drafts changes all versions of the owners.
    const isEnough = right === 'update' || (right !== undefined && withDrafts.has(type));
    return isEnough && theirs.writes(owner.attribute);
  };
  const rightTo = (type: string, action: string) => rightsTo(permissions, name, type).rightTo(action);
  return {
    ...(role === undefined ? {} : { role }),
    may: (type, action) => rightTo(type, action) !== undefined,
    draftsOnly: (type, action) => ![action, undefined].includes(rightTo(type, action)),
    reads: (type, attribute) => uses(type, attribute, 'read'),
    filters: (type, attribute) => uses(type, attribute, 'filter'),
    writes: (type, attribute) => uses(type, attribute, 'write') && owns(type, attribute),
    isPublic: (type, action) => rightsTo(settings, 'public', type).rightTo(action) !== undefined,
  };
}

/** Private attributes are in no answer; without them in bodies, a document does not name them at all. */
export function withoutPrivate(reach: Reach): Reach {
  return { ...reach, writes: (type, attribute) => !attribute.private && reach.writes(type, attribute) };
}
