import type { Settings } from '@content-gen/runtime';

import type { Attribute, ContentModel } from '../model/model.js';
import { isRelation, ownerOf, rightsTo, targetOf } from './rights.js';

/** The part of an API that a document describes: all of it, or the part that one role reaches. */
export interface Reach {
  /** The role, if the document is about one. */
  readonly role?: string;
  may(type: string, action: string): boolean;
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
  const owns = (attribute: Attribute) => {
    const owner = ownerOf(attribute);
    if (owner === undefined) return true;
    const theirs = rightsTo(permissions, name, owner.type);
    return theirs.may('update') && theirs.writes(owner.attribute);
  };
  return {
    ...(role === undefined ? {} : { role }),
    may: (type, action) => rightsTo(permissions, name, type).may(action),
    reads: (type, attribute) => uses(type, attribute, 'read'),
    filters: (type, attribute) => uses(type, attribute, 'filter'),
    writes: (type, attribute) => uses(type, attribute, 'write') && owns(attribute),
    isPublic: (type, action) => rightsTo(settings, 'public', type).may(action),
  };
}

/** Private attributes are in no answer; without them in bodies, a document does not name them at all. */
export function withoutPrivate(reach: Reach): Reach {
  return { ...reach, writes: (type, attribute) => !attribute.private && reach.writes(type, attribute) };
}
