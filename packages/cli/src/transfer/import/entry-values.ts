import { createHash } from 'node:crypto';

import { isObject } from '../../config/plain-object.js';
import type { Attribute } from '../../model/model.js';
import { type Layout, type TypeLayout, componentNames } from '../layout.js';
import type { VersionRow } from './rows.js';
import type { Transaction } from './staging.js';

interface UniqueValue {
  /** The attribute in the definition: `codes.value`. */
  readonly path: string;
  readonly hash: string;
}

/** Registers unique values in the entries of published versions, as a write does. Returns the values that were taken. */
export async function registerUniqueValues(
  tx: Transaction,
  type: TypeLayout,
  rows: readonly VersionRow[],
  layout: Layout,
): Promise<readonly { readonly row: VersionRow; readonly path: string }[]> {
  if (!hasUniqueEntries(type.type.attributes, layout, new Set())) return [];
  const taken: { row: VersionRow; path: string }[] = [];
  for (const row of rows.filter(({ status }) => status === 'published')) {
    const { document, locale, converted } = row;
    await tx`delete from cg_unique_values where document_id = ${document} and locale = ${locale}`;
    const byColumn = new Map(type.columns.map(({ name, attribute }) => [attribute.name, converted.row[name]]));
    for (const { path, hash } of collect(type.type.attributes, Object.fromEntries(byColumn), layout, '', false)) {
      const added = await tx`
        insert into cg_unique_values (type, path, locale, hash, document_id)
        values (${type.type.name}, ${path}, ${locale}, ${hash}, ${document}) on conflict do nothing returning path`;
      if (added.length === 0) taken.push({ row, path });
    }
  }
  return taken;
}

function isUnique(attribute: Attribute): boolean {
  return attribute.kind === 'scalar' && (attribute.unique || attribute.type === 'uid');
}

function hasUniqueEntries(attributes: readonly Attribute[], layout: Layout, seen: Set<string>): boolean {
  return attributes.flatMap(componentNames).some((name) => {
    const component = layout.components.get(name);
    if (component === undefined || seen.has(name)) return false;
    seen.add(name);
    return component.attributes.some(isUnique) || hasUniqueEntries(component.attributes, layout, seen);
  });
}

/** The same paths and hashes as in the runtime, which compares later writes with them. */
function collect(
  attributes: readonly Attribute[],
  values: Readonly<Record<string, unknown>>,
  layout: Layout,
  prefix: string,
  inEntry: boolean,
): readonly UniqueValue[] {
  return attributes.flatMap((attribute) => {
    const { name } = attribute;
    const value = values[name];
    if (attribute.kind === 'scalar') {
      if (!inEntry || !isUnique(attribute) || value === null || value === undefined || value === '') return [];
      return [{ path: `${prefix}${name}`, hash: createHash('sha256').update(JSON.stringify(value)).digest('hex') }];
    }
    if (attribute.kind !== 'component' && attribute.kind !== 'dynamicZone') return [];
    return [value].flat().flatMap((entry: unknown) => {
      const component = isObject(entry) ? layout.components.get(String(entry['__component'])) : undefined;
      if (component === undefined || !isObject(entry)) return [];
      const inner = attribute.kind === 'dynamicZone' ? `${prefix}${name}.${component.name}.` : `${prefix}${name}.`;
      return collect(component.attributes, entry, layout, inner, true);
    });
  });
}
