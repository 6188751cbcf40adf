import type { Attribute, ContentModel, ContentType } from '../model/model.js';
import { hasOrder, isSearchedText } from '../model/indexes.js';

/** An index that a plan lacks. */
export interface MissingIndex {
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly isDescending: boolean }[];
  /** Whether the index is a trigram index, which finds parts of a text. */
  readonly isTrigram: boolean;
}

/** The option of a definition that adds an index. */
export interface DefinitionOption {
  /** The file of the definition, relative to the project. */
  readonly file: string;
  /** The text to add: `title: { …, index: true }`. */
  readonly text: string;
}

/** The dates of every document, by their column. */
const dates: Readonly<Record<string, string>> = {
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  published_at: 'publishedAt',
};

/** The option that adds an index; `undefined` if no definition can have it, as for the tables of links. */
export function optionFor(
  model: ContentModel,
  { table, columns, isTrigram }: MissingIndex,
): DefinitionOption | undefined {
  const type = model.contentTypes.find((one) => one.table === table);
  if (type?.source === undefined) return undefined;
  const isSchemaFile = type.source.endsWith('.json');
  const [first] = columns;
  const attribute = columns.length === 1 && first !== undefined ? attributeAt(type, first.name) : undefined;
  if (attribute?.kind === 'scalar' && (isTrigram ? isSearchedText(attribute.type) : hasOrder(attribute.type))) {
    const value = isTrigram ? 'trigram' : true;
    return {
      file: type.source,
      text: isSchemaFile ? inSchemaFile(attribute.name, value) : inCode(attribute.name, value),
    };
  }
  const terms = columns.map(({ name, isDescending }) => {
    const term = dates[name] ?? termOf(attributeAt(type, name));
    return term === undefined || !isDescending ? term : `${term}:desc`;
  });
  if (isTrigram || terms.length === 0 || terms.includes(undefined)) return undefined;
  const text = isSchemaFile
    ? `"pluginOptions": { "content-gen": { "indexes": ${JSON.stringify([terms])} } }`
    : `indexes: [[${terms.map((term) => `'${term}'`).join(', ')}]]`;
  return { file: type.source, text };
}

function attributeAt({ attributes }: ContentType, column: string): Attribute | undefined {
  return attributes.find((attribute) => attribute.column === column);
}

/** A list of an index holds values with an order, and relations that are columns. */
function termOf(attribute: Attribute | undefined): string | undefined {
  if (attribute?.kind === 'scalar') return hasOrder(attribute.type) ? attribute.name : undefined;
  return attribute?.kind === 'relation' && attribute.storage.at === 'column' ? attribute.name : undefined;
}

function inCode(name: string, value: true | 'trigram'): string {
  return `${name}: { …, index: ${value === true ? 'true' : `'trigram'`} }`;
}

function inSchemaFile(name: string, value: true | 'trigram'): string {
  return `"${name}": { …, "pluginOptions": { "content-gen": { "index": ${JSON.stringify(value)} } } }`;
}
