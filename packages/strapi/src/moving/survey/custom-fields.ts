import type { ts } from 'ts-morph';
import { isObject, knownCustomFields, storableTypes } from 'content-gen/tools';

import { evaluate } from '../sources/evaluate.js';
import { type Literal, textOf, valueAt } from '../sources/literal.js';
import type { Module } from '../sources/module.js';
import type { Surveyor } from './surveyor.js';

/**
 * Reads the types of custom fields from `strapi.customFields.register({ name, plugin, type })`, also of a list of such
 * fields. Returns false if a type is only known to a run of the project, or not stored here.
 */
export function readCustomFields(surveyor: Surveyor, module: Module, call: ts.CallExpression): boolean {
  const [argument] = call.arguments;
  if (argument === undefined) return false;
  const given = evaluate(module, argument);
  const fields = (given.kind === 'list' ? given.items : [given]).map(fieldOf);
  if (!fields.every((field) => field !== undefined)) return false;
  for (const { uid, type, line } of fields) {
    surveyor.customFields[uid] = type;
    const note = `customFields of the config has its type: ${type}`;
    const finding = { kind: 'customField', file: module.file, line, name: uid, note } as const;
    surveyor.findings.push({ ...finding, outcome: 'translated', target: 'content-gen.config.ts' });
  }
  return fields.length > 0;
}

function fieldOf(field: Literal): { readonly uid: string; readonly type: string; readonly line: number } | undefined {
  const [name, plugin, type] = ['name', 'plugin', 'type'].map((key) => textOf(valueAt(field, key)));
  if (name === undefined || type === undefined || !storableTypes.includes(type)) return undefined;
  // A field without a plugin belongs to the project.
  if (plugin === undefined && valueAt(field, 'plugin') !== undefined) return undefined;
  return { uid: plugin === undefined ? `global::${name}` : `plugin::${plugin}.${name}`, type, line: field.line };
}

/** An attribute with a custom field. */
export interface FieldUse {
  readonly uid: string;
  readonly file: string;
  readonly line: number;
}

/** The files in which Strapi writes the types of all attributes. */
const GENERATED = ['types/generated/contentTypes.d.ts', 'types/generated/components.d.ts'];
/** `json` holds a value of any type. */
const GUESS = 'json';

/**
 * Finds the types of fields that no code registers: in the types that Strapi generated. All other fields are `json`.
 */
export function settleCustomFields(surveyor: Surveyor): void {
  for (const file of GENERATED) {
    const types = generatedTypes(surveyor.project.read(file) ?? '');
    for (const use of unregistered(surveyor)) {
      const type = types.get(use.uid);
      if (type !== undefined && type !== knownCustomFields.get(use.uid)) settle(surveyor, use, type, file);
    }
  }
  for (const { uid, file, line } of unregistered(surveyor)) {
    if (knownCustomFields.has(uid)) continue;
    surveyor.customFields[uid] = GUESS;
    const note = `no file says the type that it stores; customFields of the config has ${GUESS}, which holds any value. Correct it before the import: filters and sort need the type`;
    surveyor.findings.push({ outcome: 'hand', kind: 'customField', file, line, name: uid, note });
  }
}

/** Corrects guessed types by the schemas of an archive or a database, where each field has the type that is stored. */
export function readStoredFields(surveyor: Surveyor, schemas: Readonly<Record<string, unknown>>, place: string): void {
  const { findings } = surveyor;
  for (const [uid, type] of storedTypes(schemas)) {
    const at = findings.findIndex(
      ({ outcome, kind, name }) => outcome === 'hand' && kind === 'customField' && name === uid,
    );
    const [found] = at < 0 ? [] : findings.splice(at, 1);
    if (found !== undefined) settle(surveyor, { uid, file: found.file, line: found.line }, type, place);
  }
}

/** The first use of each field whose type is not known. */
function unregistered({ fieldUses, customFields }: Surveyor): readonly FieldUse[] {
  const open = fieldUses.filter(({ uid }) => customFields[uid] === undefined);
  return open.filter(({ uid }, at) => open.findIndex((other) => other.uid === uid) === at);
}

function settle(
  { customFields, findings }: Surveyor,
  { uid, file, line }: FieldUse,
  type: string,
  place: string,
): void {
  customFields[uid] = type;
  const note = `customFields of the config has its type, which ${place} says: ${type}`;
  const target = 'content-gen.config.ts';
  findings.push({ outcome: 'translated', kind: 'customField', file, line, name: uid, note, target });
}

/** `mood: Schema.Attribute.String & Schema.Attribute.CustomField<'plugin::labels.mood'>` */
function generatedTypes(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let type: string | undefined;
  for (const [, stored, uid] of text.matchAll(
    /\w['"]?\??:\s*(?:Schema\.)?Attribute\.(\w+)|\bCustomField<\s*['"]([^'"]+)['"]/g,
  )) {
    if (stored !== undefined) type = stored.toLowerCase();
    else if (uid !== undefined && type !== undefined && storableTypes.includes(type)) found.set(uid, type);
  }
  return found;
}

function storedTypes(schemas: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  return Object.values(schemas).flatMap((schema) => {
    const attributes = isObject(schema) && isObject(schema['attributes']) ? schema['attributes'] : {};
    return Object.values(attributes).flatMap((attribute) => {
      const { customField, type } = isObject(attribute) ? attribute : {};
      const isKnown = typeof customField === 'string' && typeof type === 'string' && storableTypes.includes(type);
      return isKnown ? [[customField, type] as const] : [];
    });
  });
}
