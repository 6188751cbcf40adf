import type { ts } from 'ts-morph';

import { storableTypes } from '../../config/storable-types.js';
import { evaluate } from '../sources/evaluate.js';
import { type Literal, textOf, valueAt } from '../sources/literal.js';
import type { Module } from '../sources/module.js';
import type { Surveyor } from './surveyor.js';

/**
 * Reads the types of custom fields from `strapi.customFields.register({ name, plugin, type })`, also of a list of them.
 * Returns false if a type is only known to a run of the project, or not stored here.
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
