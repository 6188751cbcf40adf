import type { OpenApi, Schema } from './openapi.js';
import { resolved } from './openapi.js';

const MAX_DEPTH = 3;

/** A schema in the notation of TypeScript. Named schemas are opened to some depth; deeper ones show their names. */
export function schemaText(document: OpenApi, schema: Schema): string {
  return textOf(document, schema, '', 0);
}

function textOf(document: OpenApi, schema: Schema, indent: string, depth: number): string {
  if (schema.$ref !== undefined) {
    const target = resolved<Schema>(document, { $ref: schema.$ref });
    const isShort = target?.properties === undefined;
    if (target === undefined || (depth >= MAX_DEPTH && !isShort)) return nameOf(schema.$ref);
    return depth > MAX_DEPTH + 3 ? nameOf(schema.$ref) : textOf(document, target, indent, depth + (isShort ? 1 : 0));
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return joined(document, choices, ' | ', indent, depth);
  if (schema.allOf !== undefined) return joined(document, schema.allOf, ' & ', indent, depth);
  if (schema.items !== undefined) return listOf(textOf(document, schema.items, indent, depth));
  if (schema.properties !== undefined) return objectText(document, schema, indent, depth);
  return typeText(schema);
}

function joined(document: OpenApi, schemas: readonly Schema[], sign: string, indent: string, depth: number): string {
  const texts = schemas.map((schema) => textOf(document, schema, indent, depth));
  return [...new Set(texts)].join(sign);
}

function listOf(item: string): string {
  return /^[\w.]+$/.test(item) || item.startsWith('{') ? `${item}[]` : `(${item})[]`;
}

function objectText(
  document: OpenApi,
  { properties = {}, required = [] }: Schema,
  indent: string,
  depth: number,
): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const mark = required.includes(name) ? '' : '?';
    const note = schema.description === undefined ? '' : ` // ${schema.description}`;
    return `${inner}${key}${mark}: ${textOf(document, schema, inner, depth + 1)};${note}\n`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`;
}

function typeText({ type, format }: Schema): string {
  const types = typeof type === 'string' ? [type] : (type ?? ['unknown']);
  const names = types.map((each) => (each === 'integer' ? 'number' : each));
  return `${names.join(' | ')}${format === undefined ? '' : ` /* ${format} */`}`;
}

function nameOf(address: string): string {
  return address.split('/').at(-1) ?? address;
}
