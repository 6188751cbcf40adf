import { identifier } from '../database/index.js';
import { type AnyComponent, type AnyModel, type Attribute, type Holder, componentsIn } from '../model/index.js';
import type { Param } from '../sql/index.js';

/** A file as content names it: media attributes by its row id, texts and blocks by an address that has its hash. */
export interface NamedInContent {
  readonly id: number;
  readonly hash: string;
}

/**
 * Conditions on the row `a` of a type: each of them holds if one attribute uses the file. `reads` says which attributes
 * the caller may read.
 */
export function mentions(
  param: Param,
  model: AnyModel,
  file: NamedInContent,
  reads: (holder: Holder, name: string) => boolean,
): readonly string[] {
  return [...model.compiled.names].flatMap(([name, named]): readonly string[] => {
    const attribute = model.attributes[name];
    if (attribute === undefined || named.kind === 'hidden' || !reads(model, name)) return [];
    if (named.kind === 'field') return textMentions(param, attribute, named.field.column, file);
    if (named.kind === 'zone') return jsonMentions(param, attribute, named.column, file);
    if (named.kind !== 'edge') return [];
    if (named.edge.kind === 'entries') return jsonMentions(param, attribute, named.edge.column, file);
    if (named.edge.storage.at !== 'file') return [];
    const column = `a.${identifier(named.edge.storage.column)}`;
    const id = param(file.id, 'bigint');
    return [named.edge.many ? `${id} = any(${column})` : `${column} = ${id}`];
  });
}

function textMentions(param: Param, attribute: Attribute, column: string, { hash }: NamedInContent): readonly string[] {
  if (attribute.kind !== 'scalar') return [];
  if (attribute.type.name === 'richtext') return [`strpos(a.${identifier(column)}, ${param(hash, 'text')}) > 0`];
  return attribute.type.name === 'blocks' ? [pathExists(param, column, imagePath('$', hash))] : [];
}

/** The entries of a component or of a dynamic zone are in one JSON column. */
function jsonMentions(param: Param, attribute: Attribute, column: string, file: NamedInContent): readonly string[] {
  return entryPaths(attribute, '$', file, []).map((path) => pathExists(param, column, path));
}

function pathExists(param: Param, column: string, path: string): string {
  return `jsonb_path_exists(a.${identifier(column)}, ${param(path, 'jsonpath')})`;
}

/** JSON paths to the places of entries that use the file. Paths are lax: they look into lists by themselves. */
function entryPaths(
  attribute: Attribute,
  at: string,
  file: NamedInContent,
  inside: readonly AnyComponent[],
): readonly string[] {
  const isZone = attribute.kind === 'dynamicZone';
  return componentsIn(attribute).flatMap((component) => {
    if (inside.includes(component)) return [];
    const entry = isZone ? `${at}[*] ? (@.__component == ${JSON.stringify(component.name)})` : at;
    // A component may contain itself, to any depth.
    const start = isRecursive(component) ? `${entry}.**` : entry;
    return Object.entries(component.attributes).flatMap(([name, inner]) =>
      component.compiled.names.get(name)?.kind === 'hidden'
        ? []
        : valuePaths(inner, `${start}.${JSON.stringify(name)}`, file, [...inside, component]),
    );
  });
}

function valuePaths(
  attribute: Attribute,
  at: string,
  file: NamedInContent,
  inside: readonly AnyComponent[],
): readonly string[] {
  if (attribute.kind === 'media') return [`${at} ? (@ == ${file.id})`];
  if (attribute.kind !== 'scalar') return entryPaths(attribute, at, file, inside);
  if (attribute.type.name === 'richtext') return [containing(at, file.hash)];
  return attribute.type.name === 'blocks' ? [imagePath(at, file.hash)] : [];
}

/** An image in blocks keeps a copy of the file's record. */
function imagePath(at: string, hash: string): string {
  return containing(`${at}.**.image.url`, hash);
}

function containing(at: string, text: string): string {
  return `${at} ? (@ like_regex ${JSON.stringify(text)} flag "q")`;
}

function isRecursive(component: AnyComponent): boolean {
  const reached = new Set<AnyComponent>();
  const visit = (from: AnyComponent): void => {
    for (const next of Object.values(from.attributes).flatMap(componentsIn)) {
      if (reached.has(next)) continue;
      reached.add(next);
      visit(next);
    }
  };
  visit(component);
  return reached.has(component);
}
