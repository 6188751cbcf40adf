import { invalidKey, ValidationError } from '../errors/index.js';
import { type Edge, type Holder, type Named, HIDDEN } from '../model/index.js';
import type { Path, PopulateValueAst } from '../query/index.js';
import type { PlanContext } from './context.js';
import { meaningOf } from './lookup.js';

/** The position of the planner in a populate parameter. */
export interface PlanPlace {
  readonly context: PlanContext;
  /** Names from the main type to the current holder. */
  readonly names: Path;
  /** The keys that lead here, as they were sent: `author.populate`. */
  readonly sent: string;
  /** Names since the beginning of the current text: of `author.profile`, `author`. */
  readonly dotted: Path;
  /** Directly in a dynamic zone. */
  readonly zone?: boolean;
  /** Below a dotted path in a zone, Strapi reports this key instead of the wrong name itself. */
  readonly reported?: { readonly key: string; readonly path: string };
}

/** The position below a name; `dotted` continues the current text. */
export function below(at: PlanPlace, name: string, dotted: Path = []): PlanPlace {
  const sent = at.sent === '' ? name : `${at.sent}.${name}`;
  const reported = at.reported === undefined ? {} : { reported: at.reported };
  return { context: at.context, names: [...at.names, name], sent, dotted, ...reported };
}

/** Scalars of Strapi that no model here has as an attribute. */
const FOREIGN_SCALARS = new Set(['locale', 'folderPath']);

/** Scalars cannot be populated, whether they may be seen or not. */
export function isScalar(holder: Holder, name: string, named: Named): boolean {
  if (named.kind === 'field') return true;
  const kind = holder.attributes[name]?.kind;
  return named.kind === 'hidden' && (kind === 'scalar' || (kind === undefined && FOREIGN_SCALARS.has(name)));
}

/** Strapi reads text in the position of a flag or options as a name below the populated key, and refuses that name. */
export function refusedText(
  at: PlanPlace,
  edge: Edge | undefined,
  value: Extract<PopulateValueAst, { kind: 'text' }>,
): ValidationError {
  const path = at.names.join('.');
  if (edge === undefined) return refused(value.text, path);
  const { target } = edge;
  if (value.text === '*') {
    // `*` stands for all names that could be populated there, and no such name is an option.
    const [first = '*'] = [...target.compiled.names].flatMap(([name, { kind }]) => (isChild(kind) ? [name] : []));
    return new ValidationError(`Invalid key ${first} at ${path}.${first}`, { key: first, path: `${path}.${first}` });
  }
  const kind = meaningOf(at.context, target, value.text, 'read')?.kind;
  if (kind === 'field') return refused(value.text, `${at.sent}.${value.text}`);
  if (value.list && isChild(kind)) return new ValidationError("Invalid nested populate. Expected '*' or an object");
  return refused(value.text, path);
}

/** The path of an attribute that stands in the position of an option has its name, as in Strapi. */
export function refusedOption(at: PlanPlace, target: Holder | undefined, key: string): ValidationError {
  const isAttribute = key !== 'id' && key !== 'documentId' && target?.compiled.names.has(key) === true;
  return refused(key, [...at.names, ...(isAttribute ? [key] : [])].join('.'));
}

/** A name at a position. The documents that use a file are searched for, so only the file of the request shows them. */
export function nameAt(at: PlanPlace, holder: Holder, name: string): Named | undefined {
  const named = meaningOf(at.context, holder, name, 'read');
  return named?.kind === 'morph' && named.storage.at === 'uses' && at.names.length > 0 ? HIDDEN : named;
}

export function isChild(kind: Named['kind'] | undefined): boolean {
  return kind === 'edge' || kind === 'zone' || kind === 'morph';
}

export function unknownArm(at: PlanPlace, name: string): ValidationError {
  return refused(name, `${at.sent}.on.${name}`);
}

/** Only zones and polymorphic relations take `on`, because only they hold several types. */
export function refusedArm(at: PlanPlace, holder: Holder, name: string, edge: Edge, arm: string): ValidationError {
  const known = edge.target.name === arm || at.context.models.some(({ uid }) => uid === arm);
  return known
    ? new ValidationError(`Using fragments is not permitted to populate "${name}" in "${uidOf(holder)}"`)
    : unknownArm(at, arm);
}

export function uidOf(holder: Holder): string {
  return holder.kind === 'contentType' ? holder.uid : holder.name;
}

/** Refuses a name of a dotted path. */
export function refusedName({ reported }: PlanPlace, key: string, path: string): ValidationError {
  return reported === undefined ? refused(key, path) : refused(reported.key, reported.path);
}

export function refused(key: string, path: string | null): ValidationError {
  return invalidKey(key, { source: 'query', param: 'populate', path });
}
