import type { Span } from '../diagnostics/diagnostic.js';
import { suggest } from '../diagnostics/suggestion.js';
import type { HeadKey, StudioDraft } from './draft.js';
import type { ContentType } from './model.js';
import type { Report } from './report.js';
import { readStudio } from './studio/type-studio.js';
import type { Located, Values } from './values.js';
import * as read from './values.js';

/** All keys of a definition except its attributes, in either format. */
export interface Head {
  readonly name?: string | undefined;
  readonly plural?: string | undefined;
  readonly kind: ContentType['kind'];
  readonly table?: string | undefined;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  readonly renamedFrom?: string | undefined;
  /** `[['kind', 'publishedAt:desc']]` */
  readonly indexes: readonly (readonly Located<string>[])[];
  readonly search: boolean;
  readonly studio: StudioDraft;
  readonly privateAttributes: readonly Located<string>[];
  /** The position of a key. Undefined if it is absent. */
  readonly spanOf: (key: HeadKey) => Span | undefined;
}

export const kinds = ['collectionType', 'singleType'] as const;

/** Reads the keys of `defineContentType({...})`. */
export function typescriptHead(written: Values, report: Report): Head {
  const keys = [
    'name',
    'plural',
    'kind',
    'table',
    'draftAndPublish',
    'localized',
    'indexes',
    'search',
    'renamedFrom',
    'studio',
    'attributes',
  ];
  checkKeys(written, keys, report);
  return {
    name: read.text(written, 'name'),
    plural: read.text(written, 'plural'),
    kind: read.oneOf(written, 'kind', kinds) ?? 'collectionType',
    table: read.text(written, 'table'),
    draftAndPublish: read.flag(written, 'draftAndPublish') ?? false,
    localized: read.flag(written, 'localized') ?? false,
    renamedFrom: read.text(written, 'renamedFrom'),
    indexes: read.textLists(written, 'indexes') ?? [],
    search: read.flag(written, 'search') ?? false,
    studio: readStudio(read.object(written, 'studio'), undefined, 'contentType', report),
    privateAttributes: [],
    spanOf: (key) => spanIn(written, key),
  };
}

/** Reads the keys of `defineComponent({...})`. */
export function typescriptComponentHead(written: Values, report: Report): Head {
  checkKeys(written, ['name', 'renamedFrom', 'studio', 'attributes'], report);
  return {
    ...bareHead,
    name: read.text(written, 'name'),
    studio: readStudio(read.object(written, 'studio'), undefined, 'component', report),
    renamedFrom: read.text(written, 'renamedFrom'),
    spanOf: (key) => spanIn(written, key),
  };
}

const bareHead = {
  kind: 'collectionType',
  draftAndPublish: false,
  localized: false,
  indexes: [],
  search: false,
  privateAttributes: [],
} as const;

function spanIn(values: Values | undefined, name: string): Span | undefined {
  return values && read.has(values, name) ? read.span(values, name) : undefined;
}

/** The keys that Strapi writes into a schema, or adds when it loads one. */
export const schemaKeys = [
  'kind',
  'collectionName',
  'info',
  'options',
  'pluginOptions',
  'attributes',
  'config',
  'category',
  'indexes',
  'foreignKeys',
  'lifecycles',
  'actions',
  'uid',
  'apiName',
  'modelType',
  'modelName',
  'globalId',
  '$schema',
  'renamedFrom',
];

/** Reads the keys of a content type's `schema.json`. */
export function jsonHead(written: Values, report: Report): Head {
  checkKeys(written, schemaKeys, report);
  const info = read.object(written, 'info');
  const options = read.object(written, 'options');
  const plugins = read.object(written, 'pluginOptions');
  const i18n = read.object(plugins, 'i18n');
  const own = read.object(plugins, 'content-gen');
  if (own !== undefined) checkKeys(own, ['indexes', 'search', 'studio'], report);
  checkSchemaOptions(options, report);
  const locations: Readonly<Record<HeadKey, readonly [Values | undefined, string]>> = {
    name: [info, 'singularName'],
    plural: [info, 'pluralName'],
    kind: [written, 'kind'],
    table: [written, 'collectionName'],
    draftAndPublish: [options, 'draftAndPublish'],
    localized: [i18n, 'localized'],
    renamedFrom: [written, 'renamedFrom'],
    indexes: [own, 'indexes'],
    search: [own, 'search'],
  };
  return {
    name: info && read.text(info, 'singularName'),
    plural: info && read.text(info, 'pluralName'),
    kind: read.oneOf(written, 'kind', kinds) ?? 'collectionType',
    table: read.text(written, 'collectionName'),
    draftAndPublish: (options && read.flag(options, 'draftAndPublish')) ?? false,
    localized: (i18n && read.flag(i18n, 'localized')) ?? false,
    renamedFrom: read.text(written, 'renamedFrom'),
    indexes: (own && read.textLists(own, 'indexes')) ?? [],
    search: (own && read.flag(own, 'search')) ?? false,
    studio: readStudio(read.object(own, 'studio'), info, 'contentType', report),
    privateAttributes: (options && read.texts(options, 'privateAttributes')) ?? [],
    spanOf: (key) => spanIn(...locations[key]),
  };
}

/**
 * Reads the keys of a component's JSON. The `collectionName` of a component has no effect, because documents contain
 * the entries of components.
 */
export function jsonComponentHead(written: Values, report: Report): Head {
  checkKeys(written, schemaKeys, report);
  const options = read.object(written, 'options');
  const own = read.object(read.object(written, 'pluginOptions'), 'content-gen');
  checkSchemaOptions(options, report);
  return {
    ...bareHead,
    studio: readStudio(read.object(own, 'studio'), read.object(written, 'info'), 'component', report),
    renamedFrom: read.text(written, 'renamedFrom'),
    privateAttributes: (options && read.texts(options, 'privateAttributes')) ?? [],
    spanOf: (key) => (key === 'renamedFrom' ? spanIn(written, key) : undefined),
  };
}

const schemaOptions = ['draftAndPublish', 'privateAttributes', 'populateCreatorFields', 'comment', 'timestamps'];

/** Plugins have options of their own here, so only a likely misspelling of a Strapi option is an error. */
function checkSchemaOptions(options: Values | undefined, report: Report): void {
  if (options === undefined) return;
  for (const name of read.names(options)) {
    if (schemaOptions.includes(name)) continue;
    const hint = suggest(name, schemaOptions);
    if (hint) report('CG205', read.keySpan(options, name), `"${name}" is not an option of content types`, hint);
  }
}

function checkKeys(written: Values, known: readonly string[], report: Report): void {
  for (const name of read.names(written)) {
    if (known.includes(name)) continue;
    const list = report.tolerant ? undefined : `the keys are ${known.join(', ')}`;
    const hint = suggest(name, known) ?? list;
    report('CG205', read.keySpan(written, name), `"${name}" is not a key of definitions`, hint);
  }
}
