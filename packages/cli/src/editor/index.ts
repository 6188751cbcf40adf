import { type JsonSchema, configShape } from '../config/index.js';
import { kinds, schemaKeys } from '../model/head.js';
import { attributeTypes, schemaOptionsOf } from '../model/attribute/options.js';

/** The schemas that the package publishes for editors, by the name of their file. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
  'config.json': { ...dialect('The configuration of content-gen'), ...configShape.schema },
  'definition.json': { ...dialect('A content type or a component as a schema file'), ...definition() },
};

function dialect(title: string): JsonSchema {
  return { $schema: 'http://json-schema.org/draft-07/schema#', title };
}

function definition(): JsonSchema {
  const known = Object.fromEntries(schemaKeys.map((key) => [key, {}]));
  return {
    type: 'object',
    properties: {
      ...known,
      kind: { enum: kinds },
      attributes: { type: 'object', additionalProperties: attribute() },
    },
    required: ['attributes'],
    additionalProperties: false,
  };
}

/** The options follow from the type. The type of a custom field stands in the configuration, so it may be any other. */
function attribute(): JsonSchema {
  const other = { properties: { type: { type: 'string', not: { enum: attributeTypes } } } };
  return { type: 'object', required: ['type'], anyOf: [...attributeTypes.map(optionsOf), other] };
}

function optionsOf(type: (typeof attributeTypes)[number]): JsonSchema {
  const names = schemaOptionsOf(type);
  const properties = Object.fromEntries(names.map((name) => [name, {}]));
  // Strapi writes `unique: false` on types that cannot be unique.
  const unique = names.includes('unique') ? {} : { unique: { const: false } };
  return { properties: { ...properties, ...unique, type: { const: type } }, additionalProperties: false };
}
