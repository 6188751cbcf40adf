import { type RawDefinition, propertyOf, spanAt } from '../definitions/raw.js';
import { type Surroundings, readAttribute } from './attribute/attribute.js';
import type { AttributeDrafts, TypeDraft } from './draft.js';
import type { ModelOptions } from './model-options.js';
import { type Head, jsonHead, typescriptHead } from './head.js';
import { isKebabCase, isTableName, kebabCase, pluralOf, snakeCase, userUid } from './names/names.js';
import { type Report, reportFor } from './report.js';
import { isReservedTable } from './names/reserved.js';
import { valuesOf } from './values.js';
import * as read from './values.js';

/** Reads a content type without looking at other definitions. Undefined if it has no usable name. */
export function readContentType(
  definition: RawDefinition,
  options: ModelOptions,
  given: Report,
): TypeDraft | undefined {
  const { file, group, format } = definition;
  const report = reportFor(definition, given);
  const written = valuesOf(file, definition.value, report);
  const head = format === 'json' ? jsonHead(written, report) : typescriptHead(written, report);
  const name = head.name ?? definition.name;
  const span = spanAt(file, definition.value);
  const spanOf: TypeDraft['spanOf'] = (key) => head.spanOf(key) ?? head.spanOf('name') ?? span;
  if (!checkId('name', name, spanOf('name'), report)) return undefined;

  const plural = head.plural ?? pluralOf(name);
  const pluralFits = checkId('plural', plural, spanOf('plural'), report);
  const table = head.table ?? snakeCase(plural);
  if (pluralFits || head.table !== undefined) checkTable(table, spanOf('table'), report);
  const isUser = name === 'user' && (group === undefined || definition.extension);
  return {
    name,
    plural,
    uid: isUser ? userUid : `api::${group ?? name}.${group === undefined ? name : definition.name}`,
    kind: head.kind,
    table,
    draftAndPublish: head.draftAndPublish,
    localized: head.localized,
    indexes: head.indexes,
    search: head.search,
    studio: head.studio,
    ...readAttributes(definition, head, options, report),
    ...(head.renamedFrom === undefined ? {} : { renamedFrom: head.renamedFrom }),
    format,
    source: file,
    span,
    spanOf,
  };
}

/** Reads all attributes and reports those that cannot be read. */
export function readAttributes(
  definition: RawDefinition,
  head: Head,
  { customFields = {} }: ModelOptions,
  report: Report,
): AttributeDrafts {
  const { file, value } = definition;
  const attributes = propertyOf(value, 'attributes')?.value;
  if (attributes?.kind !== 'object') {
    const span = spanAt(file, attributes ?? value);
    if (attributes) report('CG208', span, 'attributes must be an object');
    else
      report(
        'CG209',
        span,
        'this definition has no attributes',
        `for example attributes: { title: { type: 'string' } }`,
      );
    return { attributes: [], unclear: [] };
  }
  // Reports repeated names. Each attribute is read separately.
  const names = read.names(valuesOf(file, attributes, report));
  for (const { value: name, span } of head.privateAttributes) {
    if (names.includes(name)) continue;
    const hint = 'only attributes of the definition can be private';
    report('CG503', span, `privateAttributes names "${name}", which is not an attribute`, hint);
  }
  const surroundings: Surroundings = {
    definition,
    customFields,
    localized: head.localized,
    privateAttributes: head.privateAttributes.map(({ value: name }) => name),
  };
  const properties = attributes.properties.filter((property) => propertyOf(attributes, property.name) === property);
  const drafts = properties.map((property) => readAttribute(property, surroundings, report));
  const unclear = properties.filter((_, index) => !drafts[index]).map(({ name }) => name);
  return { attributes: drafts.filter((attribute) => attribute !== undefined), unclear };
}

function checkId(key: string, id: string, span: TypeDraft['span'], report: Report): boolean {
  if (isKebabCase(id)) return true;
  const better = kebabCase(id);
  const hint = isKebabCase(better) ? `did you mean "${better}"?` : 'use kebab-case, such as "blog-post"';
  report('CG210', span, `"${id}" cannot be the ${key} of a content type`, hint);
  return false;
}

function checkTable(table: string, span: TypeDraft['span'], report: Report): void {
  if (!isTableName(table)) {
    const hint = 'use letters, digits and _, and begin with a letter';
    report('CG210', span, `"${table}" cannot be the name of a table`, hint);
  } else if (isReservedTable(table)) {
    const hint = 'choose another table name, because names with cg_ belong to the runtime';
    report('CG217', span, `the table name ${table} is reserved`, hint);
  }
}
