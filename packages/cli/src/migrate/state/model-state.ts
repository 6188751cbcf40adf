import type { Attribute, ContentModel, MorphTo, Relation, Scalar } from '../../model/model.js';
import { isTwoWay } from '../../model/storage.js';
import type { AttributeState, Attributes, ModelState, ScalarState } from './state.js';

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
          attributes: attributesOf(attributes, localized),
        },
      ]),
    ),
    components: Object.fromEntries(
      components.map(({ name, renamedFrom, attributes }) => [
        name,
        { ...(renamedFrom === undefined ? {} : { renamedFrom }), attributes: attributesOf(attributes, false) },
      ]),
    ),
  };
}

function attributesOf(attributes: readonly Attribute[], localized: boolean): Attributes {
  return Object.fromEntries(attributes.map((attribute) => [attribute.name, attributeState(attribute, localized)]));
}

function attributeState(attribute: Attribute, localized: boolean): AttributeState {
  const { column, renamedFrom, required, visibleIf, keepOldValues } = attribute;
  const other = { column, ...(renamedFrom === undefined ? {} : { renamedFrom }) };
  const named = {
    ...other,
    required,
    ...(localized ? { shared: isShared(attribute) } : {}),
    ...(visibleIf === undefined ? {} : { conditional: true as const }),
    ...(keepOldValues ? { keepsOld: true as const } : {}),
  };
  switch (attribute.kind) {
    case 'scalar':
      return { ...named, ...scalarState(attribute) };
    case 'media':
      return { ...named, kind: 'media', multiple: attribute.multiple };
    case 'component':
      return {
        ...named,
        kind: 'entries',
        shape: attribute.repeatable ? 'many' : 'one',
        components: [attribute.component],
        limits: given({ min: attribute.min, max: attribute.max }),
      };
    case 'dynamicZone': {
      const limits = given({ min: attribute.min, max: attribute.max });
      return { ...named, kind: 'entries', shape: 'zone', components: attribute.components, limits };
    }
    case 'relation':
    case 'morphTo': {
      const { storage } = attribute;
      if (storage.at === 'inverse') return { ...other, kind: 'other' };
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
      return { ...other, kind: 'other' };
  }
}

function scalarState(attribute: Scalar): ScalarState {
  const { kind, type, unique, default: value, backfill, values, min, max, minLength, maxLength, regex } = attribute;
  return {
    kind,
    type,
    unique: unique || type === 'uid',
    ...given({ default: value, values, backfill }),
    limits: given({ min, max, minLength, maxLength, regex }),
  };
}

type Given<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The options that the definition has. */
function given<T extends object>(options: T): Given<T> {
  // TypeScript types the keys of entries as strings.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given<T>;
}

/** Unless the definition decides, locales share an attribute; relations and uids are the exceptions, as in the runtime. */
function isShared(attribute: Attribute): boolean {
  const isOwn = attribute.kind === 'relation' || attribute.kind === 'morphTo';
  return !(attribute.localized ?? (isOwn || (attribute.kind === 'scalar' && attribute.type === 'uid')));
}

function isMany(attribute: Relation | MorphTo): boolean {
  return attribute.kind === 'morphTo' ? attribute.many : ['oneToMany', 'manyToMany'].includes(attribute.cardinality);
}
