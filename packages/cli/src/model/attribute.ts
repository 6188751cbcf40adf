import { type RawDefinition, type RawProperty, spanAt } from '../definitions/raw.js';
import { suggest } from '../diagnostics.js';
import { type AttributeDraft, type RelationDraft, relationKinds } from './draft.js';
import type { ComponentAttribute, DynamicZone, Media, Named } from './model.js';
import { isAttributeName, snakeCase } from './names.js';
import { type AttributeType, attributeTypes, checkOptionNames } from './options.js';
import type { Report } from './report.js';
import { isReservedAttribute } from './reserved.js';
import { readScalar, reportOrder } from './scalar.js';
import { type Values, valuesOf } from './values.js';

/** What the definition around an attribute says about it. */
export interface Surroundings {
  readonly definition: Pick<RawDefinition, 'file' | 'format' | 'kind'>;
  readonly localized: boolean;
  readonly privateAttributes: readonly string[];
}

/** An attribute as far as it can be understood alone. Undefined, and reported, when not even its type is clear. */
export function readAttribute(
  property: RawProperty,
  surroundings: Surroundings,
  report: Report,
): AttributeDraft | undefined {
  const { file, format, kind } = surroundings.definition;
  const { name, value } = property;
  const span = spanAt(file, property);
  checkName(name, span, report);
  if (value.kind !== 'object') {
    report('CG208', spanAt(file, value), `attribute ${name} has to be an object such as { type: 'string' }`);
    return undefined;
  }
  const options = valuesOf(file, value, report);
  const type = readType(name, options, report);
  if (!type) return undefined;
  checkOptionNames(type, options, format, report);
  const named = readNamed(name, span, options, surroundings);
  const spanOf = (option: string, item?: string) => (options.has(option) ? options.span(option, item) : span);

  if (type === 'media') return { ...readMedia(named, options, report), spanOf };
  if (type === 'component') return withSpans(readComponent(named, options, report), spanOf);
  if (type === 'relation') return withSpans(readRelation(named, options, report), spanOf);
  if (type !== 'dynamiczone') return { ...readScalar(type, named, options, report), spanOf };
  if (kind === 'component') {
    report('CG234', span, `${name} is a dynamic zone inside a component`, 'use a repeatable component');
    return undefined;
  }
  return withSpans(readZone(named, options, report), spanOf);
}

function withSpans<T>(attribute: T | undefined, spanOf: AttributeDraft['spanOf']) {
  return attribute && { ...attribute, spanOf };
}

function checkName(name: string, span: Named['span'], report: Report): void {
  if (isReservedAttribute(name)) {
    report('CG212', span, `"${name}" is a reserved name`, 'choose another name for this attribute');
  } else if (!isAttributeName(name)) {
    const hint = 'letters, digits and _ are possible, beginning with a letter';
    report('CG211', span, `"${name}" cannot be the name of an attribute`, hint);
  }
}

/** What the well-known custom fields store; Strapi asks their plugin, which is not here. */
const customFields: Readonly<Record<string, AttributeType>> = {
  'plugin::color-picker.color': 'string',
  'plugin::ckeditor5.CKEditor': 'richtext',
  'plugin::ckeditor.CKEditor': 'richtext',
  'plugin::multi-select.multi-select': 'json',
};

function readType(name: string, options: Values, report: Report): AttributeType | undefined {
  const written = options.text('type');
  if (written === undefined) {
    if (!options.has('type')) report('CG209', options.span(), `attribute ${name} has no type`, typesHint);
    return undefined;
  }
  const known = attributeTypes.find((type) => type === written);
  if (known) return known;
  if (written === 'customField') {
    const type = customFields[options.text('customField') ?? ''];
    const hint = 'set "type" to the type that the field stores, such as "string" or "json"';
    if (!type) report('CG232', options.span('type'), `custom field ${name} does not say what it stores`, hint);
    return type;
  }
  const hint = suggest(written, attributeTypes) ?? typesHint;
  report('CG206', options.span('type'), `"${written}" is not an attribute type`, hint);
  return undefined;
}

const typesHint = `the types are ${attributeTypes.join(', ')}`;

function readNamed(name: string, span: Named['span'], options: Values, surroundings: Surroundings): Named {
  // Whatever the definition says counts only where the type has locales.
  const plugins = surroundings.definition.format === 'json' ? options.object('pluginOptions')?.object('i18n') : options;
  const localized = plugins?.flag('localized');
  const renamedFrom = options.text('renamedFrom');
  return {
    name,
    column: snakeCase(name),
    required: options.flag('required') ?? false,
    private: (options.flag('private') ?? false) || surroundings.privateAttributes.includes(name),
    ...(surroundings.localized && localized !== undefined ? { localized } : {}),
    writable: options.flag('writable') ?? true,
    visible: options.flag('visible') ?? true,
    searchable: options.flag('searchable') ?? true,
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    span,
  };
}

const mediaTypes = ['images', 'videos', 'files', 'audios'] as const;

function readMedia(named: Named, options: Values, report: Report): Media {
  const allowed = options.texts('allowedTypes') ?? [];
  for (const { value, span } of allowed) {
    if (mediaTypes.some((type) => type === value)) continue;
    const hint = suggest(value, mediaTypes) ?? `they are ${mediaTypes.join(', ')}`;
    report('CG208', span, `"${value}" is not a type of media`, hint);
  }
  const allowedTypes = mediaTypes.filter((type) => allowed.some(({ value }) => value === type));
  return {
    ...named,
    kind: 'media',
    multiple: options.flag('multiple') ?? false,
    // All of them is the same as not saying anything.
    ...(allowedTypes.length > 0 && allowedTypes.length < mediaTypes.length ? { allowedTypes } : {}),
  };
}

function readComponent(named: Named, options: Values, report: Report): ComponentAttribute | undefined {
  const component = options.text('component');
  const limits = readLimits(options, report);
  const repeatable = options.flag('repeatable') ?? false;
  if (component) return { ...named, kind: 'component', component, repeatable, ...limits };
  missing(named, options, 'component', `'shared.seo'`, report);
  return undefined;
}

function readZone(named: Named, options: Values, report: Report): DynamicZone | undefined {
  const components = options.texts('components');
  const limits = readLimits(options, report);
  if (components) {
    const names = new Set(components.map(({ value }) => value));
    return { ...named, kind: 'dynamicZone', components: [...names], ...limits };
  }
  missing(named, options, 'components', `['shared.quote']`, report);
  return undefined;
}

function readLimits(options: Values, report: Report): { min?: number; max?: number } {
  const min = options.count('min');
  const max = options.count('max');
  reportOrder(options, 'min', 'max', min, max, report);
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function readRelation(named: Named, options: Values, report: Report): RelationDraft | undefined {
  const written = options.text('relation');
  const relation = relationKinds.find((kind) => kind === written);
  if (!relation) {
    if (written === undefined) missing(named, options, 'relation', `'manyToOne'`, report);
    else {
      const hint = suggest(written, relationKinds) ?? `they are ${relationKinds.join(', ')}`;
      report('CG309', options.span('relation'), `"${written}" is not a kind of relation`, hint);
    }
    return undefined;
  }
  const sides = {
    target: options.located('target'),
    inversedBy: options.located('inversedBy'),
    mappedBy: options.located('mappedBy'),
    morphBy: options.located('morphBy'),
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

/** A value of the wrong type is reported already; only what is not there at all is missing. */
function missing(named: Named, options: Values, option: string, example: string, report: Report): void {
  if (options.has(option)) return;
  report('CG209', named.span, `${named.name} needs the option ${option}`, `for example ${option}: ${example}`);
}
