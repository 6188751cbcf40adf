import type { RawDefinition } from '../../definitions/raw.js';
import { suggest } from '../../diagnostics/suggestion.js';
import type { ScalarType } from '../model.js';
import type { Report } from '../report.js';
import type { Values } from '../values.js';
import * as read from '../values.js';

export type AttributeType = ScalarType | 'media' | 'component' | 'dynamiczone' | 'relation';

const anyAttribute = [
  'type',
  'required',
  'private',
  'configurable',
  'writable',
  'visible',
  'searchable',
  'conditions',
  'renamedFrom',
];
/** In JSON, these are options of the plugin content-gen. */
const ownOptions = ['localized', 'studio'];
const filled = ['default', 'backfill'];
const lengths = ['minLength', 'maxLength', 'regex'];
const text = [...filled, ...lengths, 'keepOldValues'];
const bounded = [...filled, 'min', 'max', 'keepOldValues'];
const value = [...filled, 'keepOldValues'];
const indexed = ['unique', 'index'];

/** The options of each type, besides those of every attribute. */
const optionsOf: Readonly<Record<AttributeType, readonly string[]>> = {
  string: [...text, ...indexed],
  text: [...text, ...indexed],
  richtext: [...text, ...indexed],
  email: [...text, ...indexed],
  // The database has only the hash of a password, and no answer shows it.
  password: ['default', ...lengths],
  // One value for several rows is of no use, because a uid is unique.
  uid: ['default', ...lengths, 'keepOldValues', ...indexed, 'targetField'],
  enumeration: ['enum', ...value, ...indexed],
  integer: [...bounded, ...indexed],
  biginteger: [...bounded, ...indexed],
  float: [...bounded, ...indexed],
  decimal: [...bounded, ...indexed],
  boolean: [...value, 'index'],
  date: [...value, ...indexed],
  time: [...value, ...indexed],
  datetime: [...value, ...indexed],
  timestamp: [...value, ...indexed],
  json: value,
  blocks: value,
  media: ['multiple', 'allowedTypes', 'keepOldValues'],
  component: ['component', 'repeatable', 'min', 'max', 'keepOldValues'],
  dynamiczone: ['components', 'min', 'max', 'keepOldValues'],
  relation: ['relation', 'target', 'inversedBy', 'mappedBy', 'morphBy', 'keepOldValues'],
};

/** TypeScript types the keys of an object as strings. */
export const attributeTypes = Object.keys(optionsOf) as readonly AttributeType[];

/** By format and type. In JSON, `localized` is an option of the i18n plugin, and `index` of content-gen. */
const knownOptions = { json: withCommon([]), typescript: withCommon(ownOptions) };

function withCommon(others: readonly string[]): ReadonlyMap<AttributeType, readonly string[]> {
  return new Map(attributeTypes.map((type) => [type, [...anyAttribute, ...optionsOf[type], ...others]]));
}

/** Options that Strapi knows and that do not change the API. */
const strapiOptions: ReadonlySet<string> = new Set([
  'pluginOptions',
  'customField',
  'options',
  'enumName',
  'column',
  'columnType',
  'useJoinTable',
  'joinTable',
  'joinColumn',
  'morphColumn',
  'ordered',
  'index',
  'internal',
  'hidden',
  'sortable',
  'filterable',
  'unstable_virtual',
  'displayName',
  'description',
]);

/** The options that an attribute of a schema file may have, by its type. */
export function schemaOptionsOf(type: AttributeType): readonly string[] {
  return [...(knownOptions.json.get(type) ?? []), ...strapiOptions];
}

/** Names that other tools use for these options. */
const synonyms: Readonly<Record<string, string>> = {
  from: 'targetField',
  values: 'enum',
  nullable: 'required',
  to: 'target',
  i18n: 'localized',
  many: 'multiple',
};

/** Reports options that the type of an attribute does not have. */
export function checkOptionNames(
  type: AttributeType,
  options: Values,
  format: RawDefinition['format'],
  report: Report,
): void {
  const known = knownOptions[format].get(type) ?? [];
  for (const name of read.names(options)) {
    if (known.includes(name) || (format === 'json' && isHarmless(name, options))) continue;
    const hint = report.tolerant ? schemaHint(name, known) : hintFor(name, known);
    report('CG207', read.keySpan(options, name), `"${name}" is not an option of ${type} attributes`, hint);
  }
}

/** Strapi writes `unique: false` on types that cannot be unique. */
function isHarmless(name: string, options: Values): boolean {
  return (
    strapiOptions.has(name) ||
    !read.has(options, name) ||
    (name === 'unique' && read.literalValue(options, name) === false)
  );
}

/** Without a list of options, because projects have many options of plugins. */
function schemaHint(name: string, known: readonly string[]): string | undefined {
  return name === 'localized' ? 'write "pluginOptions": { "i18n": { "localized": true } }' : suggest(name, known);
}

function hintFor(name: string, known: readonly string[]): string {
  const synonym = synonyms[name];
  if (synonym !== undefined && known.includes(synonym)) return `did you mean "${synonym}"?`;
  return suggest(name, known) ?? `the options are ${known.filter((option) => option !== 'type').join(', ')}`;
}
