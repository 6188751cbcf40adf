import type { ReferenceCheck } from '../database/health.js';
import type { Attribute, ContentModel, ContentType } from '../model/model.js';

/** Queries for ids whose document or file is gone. Foreign keys exclude all others. */
export function referenceChecks({ contentTypes, components }: ContentModel): readonly ReferenceCheck[] {
  const attributesOf = (name: string) => components.find((component) => component.name === name)?.attributes ?? [];
  return contentTypes.flatMap((type) => [
    orphans(type),
    ...type.attributes.flatMap((attribute) => {
      if (attribute.kind === 'media' && attribute.multiple) return [fileList(type, attribute)];
      if (attribute.kind === 'component') return inEntries(type, attribute, [attribute.component], attributesOf);
      return attribute.kind === 'dynamicZone' ? inEntries(type, attribute, attribute.components, attributesOf) : [];
    }),
  ]);
}

/** Documents without a version are in no answer. */
function orphans({ name, table }: ContentType): ReferenceCheck {
  return {
    name: `documents of ${name} without a version`,
    sql: `select from cg_documents d where d.type = '${name}' and not exists (select from "${table}" v where v.document_id = d.id)`,
  };
}

function fileList({ name, table }: ContentType, { name: attribute, column }: Attribute): ReferenceCheck {
  return {
    name: `files in ${name}.${attribute}`,
    sql: `select from "${table}" t, unnest(t."${column}") as u(file) where not exists (select from cg_files f where f.id = u.file)`,
  };
}

/** Entries contain ids instead of documents and files, at any depth. */
function inEntries(
  { name, table }: ContentType,
  { name: attribute, column }: Attribute,
  components: readonly string[],
  attributesOf: (component: string) => readonly Attribute[],
): readonly ReferenceCheck[] {
  const inner = reachable(components, attributesOf);
  const keys = (kinds: readonly string[]) => [
    ...new Set(inner.filter(({ kind }) => kinds.includes(kind)).map((one) => one.name)),
  ];
  const values = (key: string) => `"${table}" t, jsonb_path_query(t."${column}", 'lax $.**."${key}"[*]') as p(value)`;
  return [
    ...keys(['media']).map((key) => ({
      name: `files in ${name}.${attribute} (${key})`,
      sql: `select from ${values(key)} where jsonb_typeof(p.value) = 'number' and not exists (select from cg_files f where to_jsonb(f.id) = p.value)`,
    })),
    ...keys(['relation', 'morphTo']).map((key) => ({
      name: `documents in ${name}.${attribute} (${key})`,
      sql: `select from ${values(key)} where p.value #>> '{}' ~ '^[a-z][a-z0-9]{23}$' and not exists (select from cg_documents d where to_jsonb(d.id) = p.value)`,
    })),
  ];
}

function reachable(
  components: readonly string[],
  attributesOf: (component: string) => readonly Attribute[],
  seen: Set<string> = new Set(),
): readonly Attribute[] {
  return components.flatMap((name) => {
    if (seen.has(name)) return [];
    seen.add(name);
    const attributes = attributesOf(name);
    const below = attributes.flatMap((one) => (one.kind === 'component' ? [one.component] : []));
    return [...attributes, ...reachable(below, attributesOf, seen)];
  });
}
