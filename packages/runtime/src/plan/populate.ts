import { ValidationError, invalidKey } from '../errors.js';
import type { AnyComponent, AnyModel } from '../model.js';
import type { NestedAst, Path, PopulateAst, PopulateEntryAst, PopulateValueAst } from '../query/ast.js';
import type { PlanContext } from './context.js';
import { planFields } from './fields.js';
import { planFilters } from './filters.js';
import { type Found, lookup, namesOf } from './lookup.js';
import { planNestedPage } from './pagination.js';
import type { ChildPlan, EdgeChild, Holder, MorphChild, NodePlan, ZoneChild } from './plan.js';
import { planSort } from './sort.js';

/** Where in a populate parameter the planner is. */
interface Position {
  readonly context: PlanContext;
  /** Names from the main type to the holder at hand. */
  readonly names: Path;
}

/** What is populated below a holder. Later mentions of a name refine earlier ones; the order is that of the definition. */
export function planPopulate(context: PlanContext, holder: Holder, ast: PopulateAst | undefined): readonly ChildPlan[] {
  return planChildren({ context, names: [] }, holder, ast);
}

function planChildren(at: Position, holder: Holder, ast: PopulateAst | undefined): readonly ChildPlan[] {
  if (ast === undefined) return [];
  const chosen = new Map<string, ChildPlan>();
  const add = (name: string, child: ChildPlan | undefined) => child !== undefined && chosen.set(name, child);
  switch (ast.kind) {
    case 'all':
      for (const name of namesOf(holder).keys()) {
        const found = lookup(at.context, holder, name, 'read');
        if (found !== undefined && found.kind !== 'field' && found.kind !== 'hidden')
          add(name, planChild(at, holder, name, found, {}));
      }
      break;
    case 'names':
      for (const [name, below] of groupNames(ast.names)) {
        const found = resolveName(at, holder, name, [...at.names, name].join('.'));
        const nested = below.length === 0 ? {} : { populate: { kind: 'names' as const, names: below } };
        add(name, planChild(at, holder, name, found, nested));
      }
      break;
    case 'entries':
      for (const { name, value } of ast.entries) {
        const found = resolveName(at, holder, name, at.names.length === 0 ? null : at.names.join('.'));
        const nested = nestedOf(at, name, value);
        if (nested !== undefined) add(name, planChild(at, holder, name, found, nested));
      }
  }
  return [...namesOf(holder).keys()].flatMap((name) => chosen.get(name) ?? []);
}

/** `a.b`, `a.c` → `a` with `b` and `c` below it. */
function groupNames(names: readonly Path[]): ReadonlyMap<string, readonly Path[]> {
  const groups = new Map<string, Path[]>();
  for (const [first, ...rest] of names) {
    const below = groups.get(first!) ?? [];
    if (rest.length > 0) below.push(rest);
    groups.set(first!, below);
  }
  return groups;
}

/** `unknownPath` is what the error of a name that does not exist shows; forbidden ones always show where they stand. */
function resolveName(at: Position, holder: Holder, name: string, unknownPath: string | null): Found {
  const found = lookup(at.context, holder, name, 'read');
  if (found === undefined || found.kind === 'field' || found.kind === 'hidden') {
    const path = found === undefined ? unknownPath : [...at.names, name].join('.');
    throw invalidKey(name, { source: 'query', param: 'populate', path });
  }
  return found;
}

type Nested = Partial<NestedAst>;

/** The options of an entry; `undefined` where it is switched off. */
function nestedOf(at: Position, name: string, value: PopulateValueAst): Nested | undefined {
  if (value.kind === 'flag') return value.on ? {} : undefined;
  const path = [...at.names, name].join('.');
  if (value.kind === 'text') throw invalidKey(value.text, { source: 'query', param: 'populate', path });
  if (value.nested.unknown !== undefined)
    throw invalidKey(value.nested.unknown, { source: 'query', param: 'populate', path });
  return value.nested;
}

function planChild(at: Position, holder: Holder, name: string, found: Found, nested: Nested): ChildPlan | undefined {
  const below: Position = { context: at.context, names: [...at.names, name] };
  switch (found.kind) {
    case 'edge': {
      if (nested.on !== undefined) throw unknownArm(below, nested.on[0]?.name ?? '');
      const { edge } = found;
      if (edge.kind === 'rows' && !at.context.maySee(edge.target)) return undefined;
      const options = planOptions(below, edge.target, nested);
      return { kind: 'edge', key: name, edge, count: nested.count ?? false, ...options } satisfies EdgeChild;
    }
    case 'zone':
      return planZone(below, holder, name, found, nested);
    case 'morph':
      return planMorph(below, holder, name, found, nested);
    default:
      return undefined;
  }
}

/** Everything below a key but the edge itself. */
function planOptions(
  at: Position,
  target: Holder,
  nested: Nested,
): Pick<EdgeChild, 'where' | 'order' | 'slice' | 'node'> {
  const place = { context: at.context, param: 'populate' };
  const { rest } = at.context;
  return {
    node: planNode(at, target, nested),
    order: nested.sort === undefined ? [] : planSort(place, target, nested.sort),
    ...(nested.filters === undefined ? {} : { where: planFilters(place, target, nested.filters) }),
    ...(nested.page === undefined
      ? {}
      : { slice: planNestedPage(nested.page, rest, `${at.names.join('.')}.pagination`) }),
  };
}

function planNode<T extends Holder>(at: Position, holder: T, nested: Nested): NodePlan & { readonly holder: T } {
  return {
    holder,
    fields: planFields(at.context, holder, nested.fields ?? { kind: 'all' }, 'populate'),
    children: planChildren(at, holder, nested.populate),
  };
}

function planZone(
  at: Position,
  holder: Holder,
  name: string,
  found: Extract<Found, { kind: 'zone' }>,
  nested: Nested,
): ZoneChild {
  refuseOptions(holder, name, nested);
  const components = found.attribute.components();
  const zone = { kind: 'zone', key: name, column: found.column, count: nested.count ?? false } as const;
  if (nested.on !== undefined)
    return { ...zone, arms: planArms(at, nested.on, (arm) => components.find((one) => one.name === arm)) };

  const shared = nested.populate;
  if (shared !== undefined) refuseUnshared(at, components, shared);
  const arms = components.map((component) => ({
    node: planNode(at, component, shared === undefined ? {} : { populate: only(at.context, component, shared) }),
  }));
  return { ...zone, arms };
}

/** What holds several kinds of things has no fields, filters or order of its own. */
function refuseOptions(holder: Holder, name: string, nested: Nested): void {
  const { sort, filters, fields, page } = nested;
  if (sort === undefined && filters === undefined && fields === undefined && page === undefined) return;
  const uid = holder.kind === 'contentType' ? holder.uid : holder.name;
  throw new ValidationError(
    `Invalid nested populate for ${holder.name}.${name} (${uid}). Expected a fragment ("on") or "count" but found ${JSON.stringify(nested.sent)}`,
  );
}

/** The part of a shared populate that one of the kinds has a use for. */
function only(context: PlanContext, holder: Holder, ast: PopulateAst): PopulateAst {
  const fits = (name: string) => !['field', 'hidden', undefined].includes(lookup(context, holder, name, 'read')?.kind);
  if (ast.kind === 'names') return { kind: 'names', names: ast.names.filter((path) => fits(path[0]!)) };
  if (ast.kind === 'entries') return { kind: 'entries', entries: ast.entries.filter((entry) => fits(entry.name)) };
  return ast;
}

/** A name that none of the kinds knows is a mistake; a scalar at the end of a dotted path is not. */
function refuseUnshared(at: Position, holders: readonly Holder[], ast: PopulateAst): void {
  if (ast.kind === 'all') return;
  const names = ast.kind === 'names' ? ast.names.map((path) => path[0]!) : ast.entries.map((entry) => entry.name);
  for (const name of names) {
    const found = holders.map((holder) => lookup(at.context, holder, name, 'read')?.kind);
    if (
      found.every((kind) => kind === undefined || kind === 'hidden' || (kind === 'field' && ast.kind === 'entries'))
    ) {
      throw invalidKey(name, { source: 'query', param: 'populate', path: [...at.names, name].join('.') });
    }
  }
}

function planMorph(
  at: Position,
  holder: Holder,
  name: string,
  found: Extract<Found, { kind: 'morph' }>,
  nested: Nested,
): MorphChild {
  refuseOptions(holder, name, nested);
  const child = {
    kind: 'morph',
    key: name,
    many: found.attribute.many,
    storage: found.storage,
    count: nested.count ?? false,
  } as const;
  if (nested.on !== undefined) {
    const arms = planArms(at, nested.on, (uid) => at.context.models.find((model) => model.uid === uid));
    return { ...child, arms: arms.filter((arm) => at.context.maySee(arm.node.holder)) };
  }
  const visible = at.context.models.filter((model) => at.context.maySee(model));
  const shared = nested.populate;
  if (shared !== undefined) refuseUnshared(at, visible, shared);
  const arms = visible.map((model) => ({
    node: planNode(at, model, shared === undefined ? {} : { populate: only(at.context, model, shared) }),
  }));
  return { ...child, arms };
}

function planArms<T extends AnyComponent | AnyModel>(
  at: Position,
  on: readonly PopulateEntryAst[],
  find: (name: string) => T | undefined,
): { where?: NonNullable<EdgeChild['where']>; node: NodePlan & { readonly holder: T } }[] {
  return on.flatMap(({ name, value }) => {
    const holder = find(name);
    if (holder === undefined) throw unknownArm(at, name);
    const nested = nestedOf({ context: at.context, names: [...at.names, 'on'] }, name, value);
    if (nested === undefined) return [];
    const inside: Position = { context: at.context, names: [] };
    const { where, node } = planOptions(inside, holder, nested);
    return [{ ...(where === undefined ? {} : { where }), node: node as NodePlan & { readonly holder: T } }];
  });
}

function unknownArm(at: Position, name: string): ValidationError {
  return invalidKey(name, { source: 'query', param: 'populate', path: [...at.names, 'on', name].join('.') });
}
