import { suggest } from '../diagnostics.js';
import type { ContentType } from './model.js';
import type { Report } from './report.js';
import type { Located, Values } from './values.js';

/** Everything that a definition says beside its attributes, in either format. */
export interface Head {
  readonly name: Located<string> | undefined;
  readonly plural: Located<string> | undefined;
  readonly kind: ContentType['kind'];
  readonly table: Located<string> | undefined;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  readonly renamedFrom: Located<string> | undefined;
  readonly privateAttributes: readonly Located<string>[];
}

const kinds = ['collectionType', 'singleType'] as const;

/** Of `defineContentType({...})`. */
export function typescriptHead(written: Values, report: Report): Head {
  const keys = ['name', 'plural', 'kind', 'table', 'draftAndPublish', 'localized', 'renamedFrom', 'attributes'];
  checkKeys(written, keys, report);
  return {
    name: written.located('name'),
    plural: written.located('plural'),
    kind: written.oneOf('kind', kinds) ?? 'collectionType',
    table: written.located('table'),
    draftAndPublish: written.flag('draftAndPublish') ?? false,
    localized: written.flag('localized') ?? false,
    renamedFrom: written.located('renamedFrom'),
    privateAttributes: [],
  };
}

/** Of `defineComponent({...})`. */
export function typescriptComponentHead(written: Values, report: Report): Head {
  checkKeys(written, ['name', 'renamedFrom', 'attributes'], report);
  const renamedFrom = written.located('renamedFrom');
  return { ...noHead, name: written.located('name'), renamedFrom };
}

const noHead: Head = {
  name: undefined,
  plural: undefined,
  kind: 'collectionType',
  table: undefined,
  draftAndPublish: false,
  localized: false,
  renamedFrom: undefined,
  privateAttributes: [],
};

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
  checkSchemaOptions(options, report);
  return {
    name: info?.located('singularName'),
    plural: info?.located('pluralName'),
    kind: written.oneOf('kind', kinds) ?? 'collectionType',
    table: written.located('collectionName'),
    draftAndPublish: options?.flag('draftAndPublish') ?? false,
    localized: written.object('pluginOptions')?.object('i18n')?.flag('localized') ?? false,
    renamedFrom: written.located('renamedFrom'),
    privateAttributes: options?.texts('privateAttributes') ?? [],
  };
}

/** Of a component's JSON; entries are stored with their documents, so its collectionName does not matter. */
export function jsonComponentHead(written: Values, report: Report): Head {
  checkKeys(written, schemaKeys, report);
  const options = written.object('options');
  checkSchemaOptions(options, report);
  const privateAttributes = options?.texts('privateAttributes') ?? [];
  return { ...noHead, renamedFrom: written.located('renamedFrom'), privateAttributes };
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
