import { identifier } from '../../database/index.js';
import { type AnyComponent, type AnyModel, type Attribute, type Holder, componentsIn } from '../../model/index.js';
import type { Param } from '../statement.js';

/**
 * A file as content names it: media attributes by the row id of the file, texts and blocks by an address that has the
 * hash of the file.
 */
interface NamedInContent {
  /**
   * The SQL of the row id, a bigint: made only where the SQL uses the id, because PostgreSQL refuses a parameter
   * without a use.
   */
  readonly id: () => string;
  /** Absent: only media attributes count. */
  readonly hash?: string;
}

/** A row of a type whose attributes are searched for a file. */
interface Searched {
  readonly param: Param;
  readonly alias: string;
  readonly model: AnyModel;
  /** The attributes that the caller may read. */
  readonly reads: (holder: Holder, name: string) => boolean;
}

/** Conditions on a row: each of them holds if one attribute uses the file. */
export function mentions({ param, alias, model, reads }: Searched, file: NamedInContent): readonly string[] {
  const at: Place = { param, alias, file };
  return [...model.compiled.names].flatMap(([name, named]): readonly string[] => {
    const attribute = model.attributes[name];
    if (attribute === undefined || named.kind === 'hidden' || !reads(model, name)) return [];
    if (named.kind === 'field') return textMentions(at, attribute, named.field.column);
    if (named.kind === 'zone') return jsonMentions(at, attribute, named.column);
    if (named.kind !== 'edge') return [];
    if (named.edge.kind === 'entries') return jsonMentions(at, attribute, named.edge.column);
    if (named.edge.storage.at !== 'file') return [];
    const column = `${alias}.${identifier(named.edge.storage.column)}`;
    return [named.edge.many ? `${file.id()} = any(${column})` : `${column} = ${file.id()}`];
  });
}

interface Place extends Pick<Searched, 'param' | 'alias'> {
  readonly file: NamedInContent;
}

function textMentions(at: Place, attribute: Attribute, column: string): readonly string[] {
  const { hash } = at.file;
  if (attribute.kind !== 'scalar' || hash === undefined) return [];
  if (attribute.type.name === 'richtext')
    return [`strpos(${at.alias}.${identifier(column)}, ${at.param(hash, 'text')}) > 0`];
  return attribute.type.name === 'blocks' ? [pathExists(at, column, imagePath('$', hash))] : [];
}

/** The entries of a component or of a dynamic zone are in one JSON column. */
function jsonMentions(at: Place, attribute: Attribute, column: string): readonly string[] {
  return entryPaths(attribute, '$', at.file, []).map((path) => pathExists(at, column, path));
}

function pathExists({ param, alias, file }: Place, column: string, path: string): string {
  const variables = `jsonb_build_object('id', ${file.id()})`;
  return `jsonb_path_exists(${alias}.${identifier(column)}, ${param(path, 'jsonpath')}, ${variables})`;
}

/**
 * JSON paths to the places of entries that use the file. The paths are lax, so that the paths look into lists by
 * themselves.
 */
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
  if (attribute.kind === 'media') return [`${at} ? (@ == $id)`];
  if (attribute.kind !== 'scalar') return entryPaths(attribute, at, file, inside);
  if (file.hash === undefined) return [];
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
