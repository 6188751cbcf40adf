import { type Span, suggest } from '../diagnostics.js';
import type { HeadKey } from './draft.js';
import type { ContentType } from './model.js';
import type { Report } from './report.js';
import type { Located, Values } from './values.js';

/** Everything that a definition says beside its attributes, in either format. */
export interface Head {
  readonly name?: string | undefined;
  readonly plural?: string | undefined;
  readonly kind: ContentType['kind'];
  readonly table?: string | undefined;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  readonly renamedFrom?: string | undefined;
  readonly privateAttributes: readonly Located<string>[];
  /** Where something is written. Undefined where it is not. */
  readonly spanOf: (key: HeadKey) => Span | undefined;
}

const kinds = ['collectionType', 'singleType'] as const;

/** Of `defineContentType({...})`. */
export function typescriptHead(written: Values, report: Report): Head {
  const keys = ['name', 'plural', 'kind', 'table', 'draftAndPublish', 'localized', 'renamedFrom', 'attributes'];
  checkKeys(written, keys, report);
  return {
    name: written.text('name'),
    plural: written.text('plural'),
    kind: written.oneOf('kind', kinds) ?? 'collectionType',
    table: written.text('table'),
    draftAndPublish: written.flag('draftAndPublish') ?? false,
    localized: written.flag('localized') ?? false,
    renamedFrom: written.text('renamedFrom'),
    privateAttributes: [],
    spanOf: (key) => spanIn(written, key),
  };
}

/** Of `defineComponent({...})`. */
export function typescriptComponentHead(written: Values, report: Report): Head {
  checkKeys(written, ['name', 'renamedFrom', 'attributes'], report);
  return {
    ...bareHead,
    name: written.text('name'),
    renamedFrom: written.text('renamedFrom'),
    spanOf: (key) => spanIn(written, key),
  };
}

const bareHead = { kind: 'collectionType', draftAndPublish: false, localized: false, privateAttributes: [] } as const;

function spanIn(values: Values | undefined, name: string): Span | undefined {
  return values?.has(name) ? values.span(name) : undefined;
}

/** What Strapi writes at the top of a schema, or adds to it when it loads one. */
const schemaKeys = [
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

/** Of a content type's `schema.json`. */
export function jsonHead(written: Values, report: Report): Head {
  checkKeys(written, schemaKeys, report);
  const info = written.object('info');
  const options = written.object('options');
  const i18n = written.object('pluginOptions')?.object('i18n');
  checkSchemaOptions(options, report);
  const places: Readonly<Record<HeadKey, readonly [Values | undefined, string]>> = {
    name: [info, 'singularName'],
    plural: [info, 'pluralName'],
    kind: [written, 'kind'],
    table: [written, 'collectionName'],
    draftAndPublish: [options, 'draftAndPublish'],
    localized: [i18n, 'localized'],
    renamedFrom: [written, 'renamedFrom'],
  };
  return {
    name: info?.text('singularName'),
    plural: info?.text('pluralName'),
    kind: written.oneOf('kind', kinds) ?? 'collectionType',
    table: written.text('collectionName'),
    draftAndPublish: options?.flag('draftAndPublish') ?? false,
    localized: i18n?.flag('localized') ?? false,
    renamedFrom: written.text('renamedFrom'),
    privateAttributes: options?.texts('privateAttributes') ?? [],
    spanOf: (key) => spanIn(...places[key]),
  };
}

/** Of a component's JSON; entries are stored with their documents, so its collectionName does not matter. */
export function jsonComponentHead(written: Values, report: Report): Head {
  checkKeys(written, schemaKeys, report);
  const options = written.object('options');
  checkSchemaOptions(options, report);
  return {
    ...bareHead,
    renamedFrom: written.text('renamedFrom'),
    privateAttributes: options?.texts('privateAttributes') ?? [],
    spanOf: (key) => (key === 'renamedFrom' ? spanIn(written, key) : undefined),
  };
}

const schemaOptions = ['draftAndPublish', 'privateAttributes', 'populateCreatorFields', 'comment', 'timestamps'];

/** Plugins keep options of their own here; what is nearly one of Strapi's is a slip. */
function checkSchemaOptions(options: Values | undefined, report: Report): void {
  for (const name of options?.names ?? []) {
    if (schemaOptions.includes(name)) continue;
    const hint = suggest(name, schemaOptions);
    if (hint) report('CG205', options!.keySpan(name), `"${name}" is not an option of content types`, hint);
  }
}

function checkKeys(written: Values, known: readonly string[], report: Report): void {
  for (const name of written.names) {
    if (known.includes(name)) continue;
    const hint = suggest(name, known) ?? `the keys are ${known.join(', ')}`;
    report('CG205', written.keySpan(name), `"${name}" is not a key of definitions`, hint);
  }
}
