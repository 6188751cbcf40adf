import { ValidationError, invalidKey } from '../errors/index.js';
import type { Path, PopulateValueAst } from '../query/ast.js';
import type { PlanContext } from './context.js';
import { type Found, lookup, namesOf } from './lookup.js';
import type { Edge, Holder } from './plan.js';

/** Where in a populate parameter the planner is. */
export interface Position {
  readonly context: PlanContext;
  /** Names from the main type to the holder at hand. */
  readonly names: Path;
  /** The keys that lead here, as they were sent: `author.populate`. */
  readonly sent: string;
  /** Names since the text began that is read here: of `author.profile`, `author`. */
  readonly dotted: Path;
  /** Directly in a zone: what a dotted path says below is about one kind of entry only. */
  readonly zone?: boolean;
}

export function below(at: Position, name: string): Position {
  const sent = at.sent === '' ? name : `${at.sent}.${name}`;
  return { context: at.context, names: [...at.names, name], sent, dotted: [] };
}

/** Scalars cannot be populated, whether they may be seen or not. */
export function isScalar(holder: Holder, name: string, found: Found): boolean {
  if (found.kind === 'field') return true;
  const kind = holder.attributes[name]?.kind;
  return found.kind === 'hidden' && (kind === 'scalar' || (kind === undefined && name === 'locale'));
}

/** Text where a flag or options should be is read as a name of what is populated, and then complained of. */
export function refusedText(
  at: Position,
  found: Found,
  value: Extract<PopulateValueAst, { kind: 'text' }>,
): ValidationError {
  const path = at.names.join('.');
  if (found.kind !== 'edge') return refused(value.text, path);
  const { target } = found.edge;
  if (value.text === '*') {
    // It stands for everything that could be populated there, none of which is an option.
    const [first = '*'] = [...namesOf(target)].flatMap(([name, { kind }]) => (isChild(kind) ? [name] : []));
    return new ValidationError(`Invalid key ${first} at ${path}.${first}`, { key: first, path: `${path}.${first}` });
  }
  const kind = lookup(at.context, target, value.text, 'read')?.kind;
  if (kind === 'field') return refused(value.text, `${at.sent}.${value.text}`);
  if (value.list && isChild(kind)) return new ValidationError("Invalid nested populate. Expected '*' or an object");
  return refused(value.text, path);
}

export function isChild(kind: Found['kind'] | undefined): boolean {
  return kind === 'edge' || kind === 'zone' || kind === 'morph';
}

export function unknownArm(at: Position, name: string): ValidationError {
  return refused(name, `${at.sent}.on.${name}`);
}

/** Only what leads to several kinds of things is told apart by them. */
export function refusedArm(at: Position, holder: Holder, name: string, edge: Edge, arm: string): ValidationError {
  const known = edge.target.name === arm || at.context.models.some(({ uid }) => uid === arm);
  return known
    ? new ValidationError(`Using fragments is not permitted to populate "${name}" in "${uidOf(holder)}"`)
    : unknownArm(at, arm);
}

export function uidOf(holder: Holder): string {
  return holder.kind === 'contentType' ? holder.uid : holder.name;
}

export function refused(key: string, path: string | null): ValidationError {
  return invalidKey(key, { source: 'query', param: 'populate', path });
}
