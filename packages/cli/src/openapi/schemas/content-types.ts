import type { Attribute, Component, ContentType } from '../../model/model.js';
import type { Reach } from '../../permissions/reach.js';
import {
  type Schema,
  anyOf,
  closed,
  flagSchema,
  instant,
  listOf,
  nullSchema,
  open,
  ref,
  textSchema,
  when,
  whole,
} from '../schema.js';
import { type AttributeSite, type SchemaNames, filterOf, inputOf, outputOf, populateOf } from './attributes.js';

interface Described {
  readonly names: SchemaNames;
  readonly reach: Reach;
  /** The response profile of Strapi. */
  readonly isStrapi: boolean;
  /** Some attribute can point at documents of any type, which then have a `__type`. */
  readonly hasMorphs: boolean;
}

/** The schemas of a content type, by name. */
export function typeSchemas(type: ContentType, { names, reach, isStrapi, hasMorphs }: Described): Schema {
  const name = type.symbols.type;
  const site: AttributeSite = {
    names,
    hasDrafts: type.draftAndPublish,
    isPartial: type.draftAndPublish || type.localized,
  };
  const visible = type.attributes.filter((attribute) => reach.reads(type.name, attribute));
  const filtered = type.attributes.filter((attribute) => reach.filters(type.name, attribute));
  const locale = when(type.localized, { locale: textSchema });
  const input = propertiesOf(
    type.attributes.filter((attribute) => reach.writes(type.name, attribute)),
    (attribute) => inputOf(attribute, site),
  );
  return {
    [name]: open(
      {
        id: whole,
        documentId: textSchema,
        ...propertiesOf(visible, (attribute) => outputOf(attribute, site)),
        createdAt: instant,
        updatedAt: instant,
        publishedAt: { type: ['string', 'null'], format: 'date-time' },
        ...locale,
        ...when(type.localized, { localizations: ref(`${name}.Many`) }),
        // An attribute of the same name takes its place.
        ...when(!isStrapi && !type.attributes.some((one) => one.name === 'meta'), { meta: { type: 'object' } }),
        ...when(hasMorphs, { __type: { const: type.uid } }),
        __cursor: ref('cursor'),
      },
      isStrapi ? ['id', 'documentId'] : ['documentId'],
    ),
    ...collected(name),
    [`${name}Input`]: closed(input),
    // An item of a bulk update names its document beside the values.
    ...when(type.kind === 'collectionType', {
      [`${name}.Change`]: closed({ documentId: textSchema, ...input }, ['documentId']),
    }),
    [`${name}Filters`]: filters(name, filtered, site, {
      documentId: ref('textFilter'),
      createdAt: ref('instantFilter'),
      updatedAt: ref('instantFilter'),
      publishedAt: ref('instantFilter'),
      ...when(type.localized, { locale: ref('textFilter') }),
    }),
    // A relation to the type: by id, by presence, or by its fields.
    [`${name}.Filter`]: anyOf(ref('keyFilter'), ref(`${name}Filters`)),
    ...populates(name, visible, site, when(type.localized, { localizations: ref(`${name}.NestedList`) })),
    [`${name}.Nested`]: anyOf(flagSchema, closed(nested(name))),
    [`${name}.NestedList`]: anyOf(
      flagSchema,
      closed({ ...nested(name), pagination: ref('nestedPage'), start: ref('digits'), limit: ref('digits') }),
    ),
    [`${name}.Field`]: {
      type: 'string',
      enum: [
        'id',
        'documentId',
        ...visible.filter(({ kind }) => kind === 'scalar').map((one) => one.name),
        ...documentFields(type),
      ],
    },
  };
}

/** A document that a polymorphic relation points at, and the names of their types. */
export function morphSchemas(types: readonly ContentType[], reach: Reach): Schema {
  const targets = types.filter(({ name }) => reach.may(name, 'find'));
  if (targets.length === 0) return { morphTarget: { not: {} }, uid: { not: {} } };
  return {
    morphTarget: { ...anyOf(...targets.map(({ symbols }) => ref(symbols.type))), required: ['__type'] },
    uid: { type: 'string', enum: targets.map(({ uid }) => uid) },
  };
}

/** The schemas of a component. The entries of a component are inside documents. */
export function componentSchemas(component: Component, { names, reach, isStrapi }: Described): Schema {
  const name = component.symbols.type;
  const site: AttributeSite = { names, hasDrafts: true, isPartial: true };
  const visible = component.attributes.filter((attribute) => reach.reads(component.name, attribute));
  const own = { __component: { const: component.name } };
  return {
    [name]: open(
      {
        id: whole,
        ...when(!isStrapi, { documentId: textSchema }),
        ...own,
        ...propertiesOf(visible, (attribute) => outputOf(attribute, site)),
      },
      ['id'],
    ),
    ...collected(name),
    [`${name}Input`]: closed({
      id: ref('id'),
      documentId: ref('id'),
      ...own,
      ...propertiesOf(
        component.attributes.filter((attribute) => reach.writes(component.name, attribute)),
        (attribute) => inputOf(attribute, site),
      ),
    }),
    [`${name}Filters`]: filters(
      name,
      component.attributes.filter((attribute) => reach.filters(component.name, attribute)),
      site,
      { $null: ref('flag'), $notNull: ref('flag') },
    ),
    ...populates(name, visible, site, {}),
    [`${name}.Nested`]: anyOf(
      flagSchema,
      closed({ fields: ref('names'), populate: ref(`${name}Populate`), count: flagSchema }),
    ),
  };
}

/** A populated document or entry, and a list of them. `count` replaces them by their number. */
function collected(name: string): Schema {
  return {
    [`${name}.One`]: anyOf(ref(name), nullSchema, ref('count')),
    [`${name}.Many`]: anyOf(listOf(ref(name)), ref('count')),
  };
}

function filters(name: string, attributes: readonly Attribute[], site: AttributeSite, others: Schema): Schema {
  const self = ref(`${name}Filters`);
  // The attributes are not last, because a new last line changes the line before it.
  return closed({
    id: ref('integerFilter'),
    ...propertiesOf(attributes, (attribute) => filterOf(attribute, site)),
    ...others,
    $and: listOf(self),
    $or: listOf(self),
    $not: self,
  });
}

function populates(name: string, attributes: readonly Attribute[], site: AttributeSite, others: Schema): Schema {
  const keys = { ...propertiesOf(attributes, (attribute) => populateOf(attribute, site)), ...others };
  return { [`${name}Populate`]: anyOf(textSchema, listOf(textSchema), closed(keys)) };
}

function nested(name: string): Schema {
  return {
    fields: listOf(ref(`${name}.Field`)),
    filters: ref(`${name}Filters`),
    sort: ref('names'),
    populate: ref(`${name}Populate`),
    count: flagSchema,
  };
}

function documentFields(type: ContentType): readonly string[] {
  return ['createdAt', 'updatedAt', 'publishedAt', ...(type.localized ? ['locale'] : [])];
}

function propertiesOf(
  attributes: readonly Attribute[],
  schemaOf: (attribute: Attribute) => Schema | undefined,
): Schema {
  const entries = attributes.flatMap((attribute) => {
    const schema = schemaOf(attribute);
    return schema === undefined ? [] : [[attribute.name, schema] as const];
  });
  return Object.fromEntries(entries);
}
