import type { Attribute, ContentModel, MorphTo, Relation } from '../../model/model.js';
import { isTwoWay } from '../../model/storage.js';
import type { AttributeState, Attributes, ModelState } from './state.js';

/** The part of the content model that decides how data moves. */
export function modelState({ contentTypes, components }: ContentModel, defaultLocale: string): ModelState {
  return {
    defaultLocale,
    types: Object.fromEntries(
      contentTypes.map(({ name, table, kind, draftAndPublish, localized, renamedFrom, attributes }) => [
        name,
        {
          table,
          single: kind === 'singleType',
          draftAndPublish,
          localized,
          ...(renamedFrom === undefined ? {} : { renamedFrom }),
          attributes: attributesOf(attributes),
        },
      ]),
    ),
    components: Object.fromEntries(
      components.map(({ name, renamedFrom, attributes }) => [
        name,
        { ...(renamedFrom === undefined ? {} : { renamedFrom }), attributes: attributesOf(attributes) },
      ]),
    ),
  };
}

function attributesOf(attributes: readonly Attribute[]): Attributes {
  return Object.fromEntries(attributes.map((attribute) => [attribute.name, attributeState(attribute)]));
}

function attributeState(attribute: Attribute): AttributeState {
  const { column, renamedFrom } = attribute;
  const named = { column, ...(renamedFrom === undefined ? {} : { renamedFrom }) };
  switch (attribute.kind) {
    case 'scalar': {
      const { kind, type } = attribute;
      return { ...named, kind, type, unique: attribute.unique || type === 'uid' };
    }
    case 'media':
      return { ...named, kind: 'media', multiple: attribute.multiple };
    case 'component':
      return {
        ...named,
        kind: 'entries',
        shape: attribute.repeatable ? 'many' : 'one',
        components: [attribute.component],
      };
    case 'dynamicZone':
      return { ...named, kind: 'entries', shape: 'zone', components: attribute.components };
    case 'relation':
    case 'morphTo': {
      const { storage } = attribute;
      if (storage.at === 'inverse') return { ...named, kind: 'other' };
      if (storage.at === 'entry') return { ...named, kind: 'ids', many: isMany(attribute) };
      const target = attribute.kind === 'relation' ? { target: attribute.target } : {};
      return {
        ...named,
        kind: 'relation',
        ...target,
        storage:
          storage.at === 'link'
            ? { at: 'link', table: storage.table }
            : { at: 'column', ...(storage.rankColumn === undefined ? {} : { rank: storage.rankColumn }) },
        twoWay: isTwoWay(attribute),
        exclusive: storage.at === 'column' && storage.exclusive,
      };
    }
    case 'role':
    case 'morphInverse':
      return { ...named, kind: 'other' };
  }
}

function isMany(attribute: Relation | MorphTo): boolean {
  return attribute.kind === 'morphTo' ? attribute.many : ['oneToMany', 'manyToMany'].includes(attribute.cardinality);
}
