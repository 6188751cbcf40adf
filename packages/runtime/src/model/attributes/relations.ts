import type { PgTable } from 'drizzle-orm/pg-core';

import type { AnyModel } from '../model.js';
import { roleModel } from '../role-model.js';
import type { AttributeOptions, Cardinality, MorphInverse, MorphTo, Relation, RelationOptions } from './attribute.js';

export const oneToOne = relation('oneToOne');
export const oneToMany = relation('oneToMany');
export const manyToOne = relation('manyToOne');
export const manyToMany = relation('manyToMany');

export function morphToOne(options: AttributeOptions = {}): MorphTo {
  return { kind: 'morphTo', many: false, ...options };
}

export function morphToMany(options: AttributeOptions & { through?: PgTable } = {}): MorphTo {
  return { kind: 'morphTo', many: true, ...options };
}

export function morphOne(target: () => AnyModel, options: AttributeOptions & { morphBy: string }): MorphInverse {
  return { kind: 'morphInverse', many: false, target, ...options };
}

export function morphMany(target: () => AnyModel, options: AttributeOptions & { morphBy: string }): MorphInverse {
  return { kind: 'morphInverse', many: true, target, ...options };
}

/** The role of a user. */
export function role(options: AttributeOptions = {}): Relation {
  return { kind: 'relation', cardinality: 'manyToOne', target: () => roleModel, ...options };
}

function relation(cardinality: Cardinality): (target: () => AnyModel, options?: RelationOptions) => Relation {
  return (target, options = {}) => ({ kind: 'relation', cardinality, target, ...options });
}
