import type { RawDefinition, RawObject, RawProperty, RawValue } from '../definitions/raw.js';
import { userUid } from './names/names.js';

/** Whether a schema file of a Strapi project extends the user. */
export function isUserExtension({ group, name, extension }: RawDefinition): boolean {
  return extension && `plugin::${group}.${name}` === userUid;
}

/**
 * Adds the attributes of `content/user.json` to the extension of Strapi's user. The code of a Strapi project may add
 * attributes that its schema file does not have, and this file is the place for them.
 */
export function joinUserDefinitions(definitions: readonly RawDefinition[]): readonly RawDefinition[] {
  const extension = definitions.find(isUserExtension);
  const added = definitions.find((each) => each.name === 'user' && each.group === undefined && each.format === 'json');
  const attributes = added && attributesOf(added.value);
  if (extension === undefined || added?.kind !== 'contentType' || attributes === undefined) return definitions;
  const properties = attributes.properties.map((property) => placed(property, added.file));
  const value = withAttributes(extension.value, properties);
  return definitions.flatMap((each) => (each === added ? [] : each === extension ? [{ ...extension, value }] : [each]));
}

function attributesOf({ properties }: RawObject): RawObject | undefined {
  const value = properties.find(({ name }) => name === 'attributes')?.value;
  return value?.kind === 'object' ? value : undefined;
}

function withAttributes(value: RawObject, added: readonly RawProperty[]): RawObject {
  const properties = value.properties.map((property) => {
    const { name, value: inner } = property;
    if (name !== 'attributes' || inner.kind !== 'object') return property;
    return { ...property, value: { ...inner, properties: [...inner.properties, ...added] } };
  });
  return { ...value, properties };
}

/** Errors in an attribute are in its own file. */
function placed(property: RawProperty, file: string): RawProperty {
  return { ...property, file, value: placedValue(property.value, file) };
}

function placedValue(value: RawValue, file: string): RawValue {
  if (value.kind === 'array') return { ...value, file, items: value.items.map((item) => placedValue(item, file)) };
  if (value.kind === 'object')
    return { ...value, file, properties: value.properties.map((property) => placed(property, file)) };
  return { ...value, file };
}
