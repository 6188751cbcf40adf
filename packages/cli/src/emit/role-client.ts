import type { Settings } from '@content-gen/runtime';

import { keyOf, string } from '../attributes/literal.js';
import type { Attribute, Component, ContentModel, ContentType } from '../model/model.js';
import { type Reach, reachOf } from '../permissions/reach.js';
import { codeNameOf, hasRoutes } from './views/page.js';

/** The part of a project that one role reaches. */
export interface RolePart {
  readonly model: ContentModel;
  /** The calls of each content type: `articles: 'find' | 'count'`. */
  readonly calls: readonly { readonly name: string; readonly names: string }[];
  /** Whether filters of the role may use an attribute that its answers show. */
  readonly filters: (owner: string, attribute: Attribute) => boolean;
}

export function partOf(model: ContentModel, settings: Settings, role: string): RolePart {
  const reach = reachOf(settings, model, role);
  const contentTypes = model.contentTypes
    .filter((type) => callsOf(type, reach).length > 0)
    .map((type) => ({ ...type, attributes: attributesOf(type, reach) }));
  const components = model.components.map((one) => ({ ...one, attributes: attributesOf(one, reach) }));
  return {
    model: { ...model, contentTypes, components: usedBy(contentTypes, components) },
    calls: contentTypes.map((type) => ({
      name: keyOf(codeNameOf(type)),
      names: callsOf(type, reach).map(string).join(' | '),
    })),
    filters: (owner, attribute) => !reach.reads(owner, attribute) || reach.filters(owner, attribute),
  };
}

/** The attributes that answers show or bodies may contain. */
function attributesOf<Owner extends ContentType | Component>(owner: Owner, reach: Reach): readonly Attribute[] {
  return owner.attributes.flatMap((attribute) => {
    const [reads, writes] = [reach.reads(owner.name, attribute), reach.writes(owner.name, attribute)];
    if (!reads && !writes) return [];
    return [{ ...attribute, private: attribute.private || !reads, writable: attribute.writable && writes }];
  });
}

/** Each right with the calls that need it. */
const contentCalls: readonly (readonly [right: string, calls: readonly string[]])[] = [
  ['find', ['find', 'findFirst', 'count']],
  ['findOne', ['findOne']],
  ['create', ['create']],
  ['update', ['update']],
  ['delete', ['delete']],
  ['publish', ['publish', 'unpublish', 'discard']],
  ['bulk', ['bulk']],
];

const userCalls: typeof contentCalls = [
  ['find', ['find', 'findFirst']],
  ['count', ['count']],
  ['findOne', ['findOne']],
  ['me', ['findOne']],
  ['create', ['create']],
  ['update', ['update']],
  ['destroy', ['delete']],
];

const singleCalls = ['find', 'update', 'delete', 'publish', 'unpublish', 'discard'];
const draftCalls = ['publish', 'unpublish', 'discard'];

function callsOf(type: ContentType, reach: Reach): readonly string[] {
  const possible = hasRoutes(type) ? contentCalls : userCalls;
  const calls = possible.flatMap(([right, names]) => (reach.may(type.name, right) ? names : []));
  const exists = (call: string) =>
    (type.draftAndPublish || !draftCalls.includes(call)) && (type.kind !== 'singleType' || singleCalls.includes(call));
  return [...new Set(calls)].filter(exists);
}

function usedBy(types: readonly ContentType[], components: readonly Component[]): readonly Component[] {
  const used = new Set<string>();
  const visit = ({ attributes }: Pick<ContentType, 'attributes'>): void => {
    for (const name of attributes.flatMap(componentsOf)) {
      const component = components.find((one) => one.name === name);
      if (component === undefined || used.has(name)) continue;
      used.add(name);
      visit(component);
    }
  };
  types.forEach(visit);
  return components.filter(({ name }) => used.has(name));
}

function componentsOf(attribute: Attribute): readonly string[] {
  if (attribute.kind === 'component') return [attribute.component];
  return attribute.kind === 'dynamicZone' ? attribute.components : [];
}
