import type { Attribute, Media, MorphTo, Relation } from '../../model/model.js';
import { type Schema, anyOf, closed, flagSchema, listOf, nullSchema, ref, textSchema } from '../schema.js';
import { scalarFilter, scalarInput, scalarOutput } from './scalars.js';

/** The names of schemas in the document. */
export interface SchemaNames {
  readonly contentType: (name: string) => string;
  readonly component: (name: string) => string;
}

export interface AttributeSite {
  readonly names: SchemaNames;
  /** The type has drafts, or the attribute is in a component, which drafts contain. */
  readonly hasDrafts: boolean;
  /** A required attribute may lack its value: in drafts, and in a locale that was added without it. */
  readonly isPartial: boolean;
}

/** The value of an attribute in an answer. Everything but scalars is there only if it is populated. */
export function outputOf(attribute: Attribute, { names, isPartial }: AttributeSite): Schema {
  switch (attribute.kind) {
    case 'scalar':
      return scalarOutput(attribute, !isPartial);
    case 'media':
      return ref(attribute.multiple ? 'files' : 'fileOrNone');
    case 'component':
      return ref(`${names.component(attribute.component)}.${attribute.repeatable ? 'Many' : 'One'}`);
    case 'dynamicZone':
      return anyOf(listOf(zoneEntry(attribute.components.map((name) => ref(names.component(name))))), ref('count'));
    case 'relation':
    case 'morphInverse':
      return ref(`${names.contentType(attribute.target)}.${isMany(attribute) ? 'Many' : 'One'}`);
    case 'morphTo':
      return ref(attribute.many ? 'morphMany' : 'morphOne');
    case 'role':
      return ref('roleOrNone');
  }
}

/** The value of an attribute in a body. */
export function inputOf(
  attribute: Attribute,
  { names, hasDrafts }: Pick<AttributeSite, 'names' | 'hasDrafts'>,
): Schema {
  switch (attribute.kind) {
    case 'scalar':
      return scalarInput(attribute, hasDrafts);
    case 'media':
      return ref('mediaInput');
    case 'component': {
      const entry = ref(`${names.component(attribute.component)}Input`);
      return attribute.repeatable ? listOf(entry) : anyOf(entry, nullSchema);
    }
    case 'dynamicZone':
      return listOf(zoneEntry(attribute.components.map((name) => ref(`${names.component(name)}Input`))));
    case 'relation':
    case 'morphInverse':
      return ref(isMany(attribute) ? 'toMany' : 'toOne');
    case 'morphTo':
      return ref(attribute.many ? 'morphToMany' : 'morphToOne');
    case 'role':
      return ref('toOne');
  }
}

/** The conditions on an attribute. Undefined if it cannot be filtered. */
export function filterOf(attribute: Attribute, { names }: AttributeSite): Schema | undefined {
  switch (attribute.kind) {
    case 'scalar':
      return scalarFilter(attribute);
    case 'component':
      return ref(`${names.component(attribute.component)}Filters`);
    case 'relation':
    case 'morphInverse':
      return ref(`${names.contentType(attribute.target)}.Filter`);
    case 'role':
      return anyOf(ref('keyFilter'), ref('roleFilters'));
    default:
      return undefined;
  }
}

/** How an attribute is populated. Undefined if the attribute cannot be populated. */
export function populateOf(attribute: Attribute, { names }: AttributeSite): Schema | undefined {
  switch (attribute.kind) {
    case 'scalar':
      return undefined;
    case 'media':
      return ref('populateMedia');
    case 'component':
      return ref(`${names.component(attribute.component)}.Nested`);
    case 'dynamicZone': {
      const on = attribute.components.map((name) => [name, ref(`${names.component(name)}.Nested`)]);
      return anyOf(flagSchema, closed({ populate: textSchema, on: closed(Object.fromEntries(on)), count: flagSchema }));
    }
    case 'relation':
    case 'morphInverse':
      return ref(`${names.contentType(attribute.target)}.${isMany(attribute) ? 'NestedList' : 'Nested'}`);
    case 'morphTo':
      return ref('populateMorph');
    case 'role':
      return ref('populateRole');
  }
}

function zoneEntry(components: readonly Schema[]): Schema {
  if (components.length === 0) return { not: {} };
  return { anyOf: components, required: ['__component'] };
}

function isMany(attribute: Exclude<Attribute, Media | MorphTo>): boolean {
  if (attribute.kind === 'relation') return isList(attribute);
  return attribute.kind === 'morphInverse' && attribute.many;
}

function isList({ cardinality }: Relation): boolean {
  return cardinality === 'oneToMany' || cardinality === 'manyToMany';
}
