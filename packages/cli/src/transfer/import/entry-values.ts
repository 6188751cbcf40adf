import { createHash } from 'node:crypto';

import { isObject } from '../../config/plain-object.js';
import type { Attribute } from '../../model/model.js';
import { type Layout, type TypeLayout, componentNames } from '../layout.js';
import type { VersionRow } from './versions/rows.js';
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
  const published = rows.filter(({ status }) => status === 'published');
  const column = (key: 'document' | 'locale') => published.map((row) => row[key]);
  await tx`
    delete from cg_unique_values v using unnest(${column('document')}::text[], ${column('locale')}::text[]) d(id, locale)
    where v.document_id = d.id and v.locale = d.locale`;
  const values = published.flatMap((row) => {
    const byColumn = type.columns.map(({ name, attribute }) => [attribute.name, row.converted.row[name]] as const);
    const found = collect(type.type.attributes, Object.fromEntries(byColumn), layout, '', false);
    return found.map(({ path, hash }) => ({ row, path, hash }));
  });
  const added = await tx<{ key: string }[]>`
    insert into cg_unique_values (type, path, locale, hash, document_id)
    select ${type.type.name}, v.* from unnest(${values.map(({ path }) => path)}::text[],
      ${values.map(({ row }) => row.locale)}::text[], ${values.map(({ hash }) => hash)}::text[],
      ${values.map(({ row }) => row.document)}::text[]) v
    on conflict do nothing returning path || ' ' || locale || ' ' || hash || ' ' || document_id as key`;
  const free = new Set(added.map(({ key }) => key));
  // A value that a document has twice is registered once, so for the second entry the value is taken.
  return values.filter(({ row, path, hash }) => !free.delete(`${path} ${row.locale} ${hash} ${row.document}`));
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

/** Paths and hashes must be those of the runtime, which compares later writes with these paths and hashes. */
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
