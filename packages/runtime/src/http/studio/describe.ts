import {
  type Action,
  allows,
  isDraftRight,
  may,
  mayNameItself,
  ownerAttributes,
  permits,
  writeRight,
} from '../../access/index.js';
import { type Scope, defaultUpload } from '../../content/index.js';
import {
  type AnyComponent,
  type AnyModel,
  type Attribute,
  type Holder,
  componentsIn,
  isList,
  isShared,
  isUnique,
  USER_UID,
} from '../../model/index.js';
import type {
  DescribedAttribute,
  DescribedCaller,
  DescribedComponent,
  DescribedType,
  Description,
} from './description.js';

const ACTIONS: readonly Action[] = [
  'find',
  'findOne',
  'create',
  'update',
  'delete',
  'findDraft',
  'createDraft',
  'updateDraft',
  'publish',
  'bulk',
];
const UPLOAD_ACTIONS = ['find', 'findOne', 'findPage', 'upload', 'replace', 'destroy'];

/** The types, attributes and actions that the caller may use. Everything else is left out. */
export function describe(scope: Scope, caller: DescribedCaller): Description {
  const { settings, models } = scope.content;
  const components = new Map<string, DescribedComponent>();
  const seen = new Set<AnyComponent>();
  const visit = (holder: Holder): void => {
    for (const attribute of Object.values(holder.attributes)) {
      for (const component of componentsIn(attribute)) {
        if (seen.has(component)) continue;
        seen.add(component);
        components.set(component.name, { name: component.name, attributes: attributesOf(scope, component) });
        visit(component);
      }
    }
  };
  const shown = [...models.values()].filter((model) => may(scope, model, 'find'));
  const types = shown.map((model) => typeOf(scope, model));
  // The caller does not learn the components of attributes that it may not use.
  for (const [index, model] of shown.entries()) {
    const names = new Set(types[index]?.attributes.map(({ name }) => name));
    const attributes = Object.entries(model.attributes).filter(([name]) => names.has(name));
    visit({ ...model, attributes: Object.fromEntries(attributes) });
  }
  const { maxLimit, maxPopulatedRows, maxBulkItems } = settings.api.rest;
  return {
    api: { prefix: settings.api.prefix, maxLimit, maxPopulatedRows, maxBulkItems },
    locales: settings.locales,
    caller,
    upload: {
      actions: UPLOAD_ACTIONS.filter((action) => permits(scope, 'upload', action)),
      sizeLimit: settings.upload?.sizeLimit ?? defaultUpload.sizeLimit,
    },
    types: types.sort((one, other) => (one.name < other.name ? -1 : 1)),
    components: Object.fromEntries(components),
  };
}

function typeOf(scope: Scope, model: AnyModel): DescribedType {
  const { name, plural, uid, single, draftAndPublish, localized } = model;
  const verb = single ? 'update' : 'create';
  const creates = writeRight(scope, model, verb) ?? verb;
  const owners = ownerAttributes(scope, model, creates);
  const mayOwn = owners.every((owner) => mayHaveOwner(scope, model, owner, creates));
  return {
    name,
    uid,
    path: single ? name : plural,
    single,
    plugin: uid === USER_UID,
    draftAndPublish,
    localized,
    actions: ACTIONS.filter((action) => mayUse(scope, model, action) && (!CREATING.includes(action) || mayOwn)),
    owners,
    attributes: attributesOf(scope, model),
  };
}

const CREATING: readonly Action[] = ['create', 'createDraft'];

/** The right to write drafts alone is left out beside the right to write. */
function mayUse(scope: Scope, model: AnyModel, action: Action): boolean {
  if (!isDraftRight(action)) return may(scope, model, action);
  return writeRight(scope, model, action === 'createDraft' ? 'create' : 'update') === action;
}

/**
 * Whether the caller can put itself into an attribute in which the row rules demand the caller. Otherwise each create
 * is a 403.
 */
function mayHaveOwner(scope: Scope, model: AnyModel, name: string, action: string): boolean {
  const attribute = Object.hasOwn(model.attributes, name) ? model.attributes[name] : undefined;
  if (attribute === undefined || attribute.writable === false || !allows(scope, model, name, 'write')) return false;
  return mayNameItself(scope, model, action, name) || isReachable(scope, attribute);
}

function attributesOf(scope: Scope, holder: Holder): readonly DescribedAttribute[] {
  const mayWrite =
    holder.kind === 'component' ||
    (['create', 'update'] as const).some((action) => writeRight(scope, holder, action) !== undefined);
  return Object.entries(holder.attributes).flatMap(([name, attribute]) => {
    const named = holder.compiled.names.get(name);
    const isShown = named !== undefined && named.kind !== 'hidden';
    const readable = isShown && allows(scope, holder, name, 'read');
    const writable = mayWrite && attribute.writable !== false && allows(scope, holder, name, 'write');
    if ((!readable && !writable) || !isReachable(scope, attribute)) return [];
    const base = {
      name,
      readable,
      filterable: isShown && allows(scope, holder, name, 'filter'),
      writable,
      required: attribute.required === true,
      shared: holder.kind === 'contentType' && holder.localized && isShared(holder, attribute),
      ...(attribute.conditions === undefined ? {} : { condition: attribute.conditions.visible }),
    };
    return [{ ...base, ...kindOf(attribute) }];
  });
}

/** Answers leave out relations whose targets the caller may not read, and bodies may not name such relations. */
function isReachable(scope: Scope, attribute: Attribute): boolean {
  if (attribute.kind !== 'relation' && attribute.kind !== 'morphInverse') return true;
  const target = attribute.target();
  // Roles are no content type: the permission to read roles has a name of its own.
  return may(scope, target, 'find');
}

type Kind = DescribedAttribute extends infer One
  ? One extends { kind: string }
    ? Omit<One, keyof Common>
    : never
  : never;
type Common = Pick<
  DescribedAttribute,
  'name' | 'readable' | 'filterable' | 'writable' | 'required' | 'shared' | 'condition'
>;

function kindOf(attribute: Attribute): Kind {
  switch (attribute.kind) {
    case 'scalar': {
      const { type, values, from, min, max, minLength, maxLength, regex, default: first } = attribute;
      const options = { values, from, min, max, minLength, maxLength, regex, default: first };
      return { kind: 'scalar', type: type.name, unique: isUnique(attribute), ...given(options) };
    }
    case 'media':
      return { kind: 'media', many: attribute.multiple, ...given({ allowedTypes: attribute.allowedTypes }) };
    case 'component': {
      const { min, max, repeatable } = attribute;
      return { kind: 'component', component: attribute.component().name, many: repeatable, ...given({ min, max }) };
    }
    case 'dynamicZone': {
      const { min, max } = attribute;
      return {
        kind: 'dynamicZone',
        components: attribute.components().map(({ name }) => name),
        ...given({ min, max }),
      };
    }
    case 'relation': {
      const inverse = attribute.mappedBy !== undefined;
      const exclusive = attribute.cardinality === 'oneToOne' || attribute.cardinality === 'oneToMany';
      return { kind: 'relation', target: attribute.target().uid, many: isList(attribute), inverse, exclusive };
    }
    case 'morphTo':
      return { kind: 'relation', many: attribute.many, inverse: false, exclusive: false };
    case 'morphInverse':
      return { kind: 'relation', target: attribute.target().uid, many: attribute.many, inverse: true, exclusive: true };
  }
}

type Given<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** An object without the keys that have no value. */
function given<T extends object>(options: T): Given<T> {
  // `Object.fromEntries` forgets the keys.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given<T>;
}
