/** An attribute of a schema file, as far as views depend on it. */
export interface SchemaAttribute {
  readonly name: string;
  readonly type: string;
  /** Of a relation: `manyToOne`. */
  readonly relation: string;
  /** Answers do not show it, so that lists cannot. */
  readonly isHidden: boolean;
}

/** The sizes of fields that Strapi gives itself. */
const WHOLE = ['dynamiczone', 'component', 'json', 'richtext', 'blocks'];
const SMALL = ['checkbox', 'boolean', 'date', 'time', 'biginteger', 'decimal', 'float', 'integer', 'number'];

export function usualSize({ type }: SchemaAttribute): number {
  return WHOLE.includes(type) ? 12 : SMALL.includes(type) ? 4 : 6;
}

/** The attribute that Strapi takes for the name of an entry, if nobody chose another: the first short text. */
export function usualTitle(attributes: readonly SchemaAttribute[]): string | undefined {
  return attributes.find(({ type }) => type === 'string')?.name;
}

const NOT_LISTED = ['json', 'password', 'richtext', 'dynamiczone', 'blocks'];

/** The columns that Strapi shows behind the id, if nobody chose others. */
export function usualColumns(attributes: readonly SchemaAttribute[]): readonly string[] {
  return attributes
    .filter(({ type, relation }) => !NOT_LISTED.includes(type) && !relation.startsWith('morph'))
    .slice(0, 3)
    .map(({ name }) => name);
}

const NO_TITLE = ['json', 'blocks', 'password', 'boolean', 'media', 'component', 'dynamiczone', 'relation'];

/** Whether the values can name a document here. */
export function isTitle({ type, isHidden }: SchemaAttribute): boolean {
  return !NO_TITLE.includes(type) && !isHidden;
}

const NO_ORDER = ['json', 'blocks', 'password', 'media', 'component', 'dynamiczone', 'relation'];

export function isSorted({ type, isHidden }: SchemaAttribute): boolean {
  return !NO_ORDER.includes(type) && !isHidden;
}

const TYPED = ['string', 'text', 'email', 'uid', 'integer', 'biginteger', 'float', 'decimal'];

export function takesPlaceholder({ type }: SchemaAttribute): boolean {
  return TYPED.includes(type);
}
