import { type RawDefinition, type RawProperty, spanAt } from '../../definitions/raw.js';
import { suggest } from '../../diagnostics/suggestion.js';
import { readCondition } from './conditions.js';
import { knownCustomFields } from './custom-fields.js';
import { type AttributeDraft, type NamedDraft, type RelationDraft, relationKinds } from '../draft.js';
import type { EmbeddedComponent, DynamicZone, Media, Named } from '../model.js';
import { readIndex } from '../indexes.js';
import type { ModelOptions } from '../model-options.js';
import { isAttributeName, isSchemaAttributeName, snakeCase } from '../names/names.js';
import { type AttributeType, attributeTypes, checkOptionNames } from './options.js';
import type { Report } from '../report.js';
import { isDocumentField, isReservedAttribute } from '../names/reserved.js';
import { readScalar, reportOrder } from './scalar.js';
import { readAttributeStudio } from '../studio/attribute-studio.js';
import { type Values, valuesOf } from '../values.js';
import * as read from '../values.js';

/** The properties of the definition that contains the attribute. */
export interface Surroundings {
  readonly definition: Pick<RawDefinition, 'file' | 'format' | 'kind'>;
  readonly customFields: NonNullable<ModelOptions['customFields']>;
  readonly localized: boolean;
  readonly privateAttributes: readonly string[];
}

/** Reads an attribute without looking at other definitions. Undefined, and reported, if it has no known type. */
export function readAttribute(
  property: RawProperty,
  surroundings: Surroundings,
  report: Report,
): AttributeDraft | undefined {
  const { file, format, kind } = surroundings.definition;
  const { name, value } = property;
  const span = spanAt(file, property);
  if (report.tolerant && kind === 'contentType' && isDocumentField(name)) {
    report('CG508', span, `${name} is a field of every document, so this attribute is left out`);
    return undefined;
  }
  checkName(name, span, kind, report);
  if (value.kind !== 'object') {
    report('CG208', spanAt(file, value), `attribute ${name} must be an object such as { type: 'string' }`);
    return undefined;
  }
  const options = valuesOf(file, value, report);
  const type = readType(name, options, surroundings.customFields, report);
  if (!type) return undefined;
  checkOptionNames(type, options, format, report);
  const studio = readAttributeStudio(name, type, options, format);
  const plain = readNamed(name, span, options, surroundings, report);
  const named = studio === undefined ? plain : { ...plain, studio };

  if (type === 'media') return readMedia(named, options, report);
  if (type === 'component') return readComponent(named, options, report);
  if (type === 'relation') return readRelation(named, options, report);
  if (type !== 'dynamiczone') {
    const own = format === 'json' ? read.object(read.object(options, 'pluginOptions'), 'content-gen') : options;
    const index = own && readIndex(type, own, kind, report);
    return { ...readScalar(type, named, options, report), ...(index === undefined ? {} : { index }) };
  }
  if (kind === 'component') {
    report(
      'CG234',
      span,
      `attribute ${name} is a dynamic zone, which a component cannot have`,
      'use a repeatable component',
    );
    return undefined;
  }
  return readZone(named, options, report);
}

function checkName(name: string, span: Named['span'], kind: RawDefinition['kind'], report: Report): void {
  if (kind === 'contentType' && isDocumentField(name)) {
    report('CG212', span, `every document has the field "${name}"`, 'rename this attribute');
  } else if (isReservedAttribute(name)) {
    report('CG212', span, `"${name}" is a reserved name`, 'rename this attribute');
  } else if (!isAttributeName(name) && !(report.tolerant && isSchemaAttributeName(name))) {
    const hint = 'use letters, digits and _, and begin with a letter';
    report('CG211', span, `"${name}" cannot be the name of an attribute`, hint);
  }
}

function readType(
  name: string,
  options: Values,
  customFields: Surroundings['customFields'],
  report: Report,
): AttributeType | undefined {
  const written = read.text(options, 'type');
  if (written === undefined) {
    if (!read.has(options, 'type')) report('CG209', read.span(options), `attribute ${name} has no type`, typesHint);
    return undefined;
  }
  const known = attributeTypes.find((type) => type === written);
  if (known) return known;
  if (written === 'customField') {
    const uid = read.text(options, 'customField') ?? '';
    const stored = (Object.hasOwn(customFields, uid) ? customFields[uid] : undefined) ?? knownCustomFields.get(uid);
    const type = attributeTypes.find((each) => each === stored);
    const hint = `write into content-gen.config.ts the type that the field stores: customFields: { '${uid}': 'string' }`;
    if (!type) report('CG232', read.span(options, 'customField'), `the custom field ${uid} is unknown`, hint);
    return type;
  }
  const hint = suggest(written, attributeTypes) ?? typesHint;
  report('CG206', read.span(options, 'type'), `"${written}" is not an attribute type`, hint);
  return undefined;
}

const typesHint = `the types are ${attributeTypes.join(', ')}`;

function readNamed(
  name: string,
  span: Named['span'],
  options: Values,
  surroundings: Surroundings,
  report: Report,
): NamedDraft {
  const visibleIf = readCondition(options, report);
  // The option only has a meaning if the content type has locales.
  const plugins =
    surroundings.definition.format === 'json' ? read.object(read.object(options, 'pluginOptions'), 'i18n') : options;
  const localized = plugins && read.flag(plugins, 'localized');
  const renamedFrom = read.text(options, 'renamedFrom');
  return {
    name,
    column: snakeCase(name),
    required: read.flag(options, 'required') ?? false,
    private: (read.flag(options, 'private') ?? false) || surroundings.privateAttributes.includes(name),
    ...(surroundings.localized && localized !== undefined ? { localized } : {}),
    writable: read.flag(options, 'writable') ?? true,
    visible: read.flag(options, 'visible') ?? true,
    searchable: read.flag(options, 'searchable') ?? true,
    ...(visibleIf === undefined ? {} : { visibleIf }),
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    ...(read.flag(options, 'keepOldValues') === true ? { keepOldValues: true } : {}),
    span,
    spanOf: (option, item) => (read.has(options, option) ? read.span(options, option, item) : span),
  };
}

const mediaTypes = ['images', 'videos', 'files', 'audios'] as const;

function readMedia(named: NamedDraft, options: Values, report: Report): Media & NamedDraft {
  const allowed = read.texts(options, 'allowedTypes') ?? [];
  for (const { value, span } of allowed) {
    if (mediaTypes.some((type) => type === value)) continue;
    const hint = suggest(value, mediaTypes) ?? `the types are ${mediaTypes.join(', ')}`;
    report(report.tolerant ? 'CG503' : 'CG208', span, `"${value}" is not a type of media`, hint);
  }
  const allowedTypes = mediaTypes.filter((type) => allowed.some(({ value }) => value === type));
  return {
    ...named,
    kind: 'media',
    multiple: read.flag(options, 'multiple') ?? false,
    // A list of all types is the same as no list.
    ...(allowedTypes.length > 0 && allowedTypes.length < mediaTypes.length ? { allowedTypes } : {}),
  };
}

function readComponent(
  named: NamedDraft,
  options: Values,
  report: Report,
): (EmbeddedComponent & NamedDraft) | undefined {
  const component = read.text(options, 'component');
  const limits = readLimits(options, report);
  const repeatable = read.flag(options, 'repeatable') ?? false;
  if (component) return { ...named, kind: 'component', component, repeatable, ...limits };
  missing(named, options, 'component', `'shared.seo'`, report);
  return undefined;
}

function readZone(named: NamedDraft, options: Values, report: Report): (DynamicZone & NamedDraft) | undefined {
  const components = read.texts(options, 'components');
  const limits = readLimits(options, report);
  if (components) {
    const names = new Set(components.map(({ value }) => value));
    return { ...named, kind: 'dynamicZone', components: [...names], ...limits };
  }
  missing(named, options, 'components', `['shared.quote']`, report);
  return undefined;
}

function readLimits(options: Values, report: Report): { min?: number; max?: number } {
  const min = read.count(options, 'min');
  const max = read.count(options, 'max');
  reportOrder(options, 'min', 'max', min, max, report);
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function readRelation(named: NamedDraft, options: Values, report: Report): (RelationDraft & NamedDraft) | undefined {
  const written = read.text(options, 'relation');
  const relation = relationKinds.find((kind) => kind === written);
  if (!relation) {
    if (written === undefined) missing(named, options, 'relation', `'manyToOne'`, report);
    else {
      const hint = suggest(written, relationKinds) ?? `the kinds are ${relationKinds.join(', ')}`;
      report('CG309', read.span(options, 'relation'), `"${written}" is not a kind of relation`, hint);
    }
    return undefined;
  }
  const sides = {
    target: read.located(options, 'target'),
    inversedBy: read.located(options, 'inversedBy'),
    mappedBy: read.located(options, 'mappedBy'),
    morphBy: read.located(options, 'morphBy'),
  };
  const toAny = relation === 'morphToOne' || relation === 'morphToMany';
  if (!toAny && !sides.target) missing(named, options, 'target', `'article'`, report);
  const inverse = relation === 'morphOne' || relation === 'morphMany';
  if (inverse && !sides.morphBy) missing(named, options, 'morphBy', `'subject'`, report);
  const { target, inversedBy, mappedBy, morphBy } = sides;
  return {
    ...named,
    kind: 'relationDraft',
    relation,
    ...(target && !toAny ? { target } : {}),
    ...(inversedBy ? { inversedBy } : {}),
    ...(mappedBy ? { mappedBy } : {}),
    ...(morphBy ? { morphBy } : {}),
  };
}

/** A value of the wrong type has already been reported, so only an absent one is missing. */
function missing(named: Named, options: Values, option: string, example: string, report: Report): void {
  if (read.has(options, option)) return;
  report(
    'CG209',
    named.span,
    `attribute ${named.name} needs the option ${option}`,
    `for example ${option}: ${example}`,
  );
}
