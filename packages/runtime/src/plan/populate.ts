import { LimitError, ValidationError } from '../errors/index.js';
import type { AnyComponent, AnyModel } from '../model/model.js';
import type { NestedAst, Path, PopulateAst, PopulateEntryAst, PopulateValueAst } from '../query/ast.js';
import type { PlanContext } from './context.js';
import { planFields } from './fields.js';
import { planFilters } from './filters.js';
import { type Found, lookup, namesOf } from './lookup.js';
import { planNestedPage } from './pagination.js';
import type { ChildPlan, EdgeChild, Holder, MorphChild, NodePlan, ZoneChild } from './plan.js';
import {
  type Position,
  below,
  isChild,
  isScalar,
  refused,
  refusedArm,
  refusedText,
  uidOf,
  unknownArm,
} from './position.js';
import { planSort } from './sort.js';

/** What is populated below a holder. Later mentions of a name refine earlier ones; the order is that of the definition. */
export function planPopulate(context: PlanContext, holder: Holder, ast: PopulateAst | undefined): readonly ChildPlan[] {
  return planChildren({ context, names: [], sent: '', dotted: [] }, holder, ast);
}

function planChildren(at: Position, holder: Holder, ast: PopulateAst | undefined): readonly ChildPlan[] {
  if (ast === undefined) return [];
  const chosen = new Map<string, ChildPlan>();
  const add = (name: string, child: ChildPlan | undefined) => child !== undefined && chosen.set(name, child);
  switch (ast.kind) {
    case 'all':
      for (const name of namesOf(holder).keys()) {
        const found = lookup(at.context, holder, name, 'read');
        if (found !== undefined && isChild(found.kind)) add(name, planChild(below(at, name), holder, name, found, {}));
      }
      break;
    case 'names':
      for (const [name, rest] of groupNames(ast.names)) add(name, planNamed(at, holder, name, rest));
      break;
    case 'entries':
      for (const { name, value } of ast.entries) {
        const inside = below(at, name);
        const isKey = name === 'id' || name === 'documentId';
        const found = isKey ? undefined : lookup(at.context, holder, name, 'read');
        if (found === undefined) throw refused(name, at.names.length === 0 ? null : at.names.join('.'));
        if (isScalar(holder, name, found)) throw refused(name, inside.sent);
        if (found.kind === 'hidden') throw refused(name, inside.names.join('.'));
        const nested = nestedOf(inside, found, value);
        if (nested !== undefined) add(name, planChild(inside, holder, name, found, nested));
      }
  }
  return [...namesOf(holder).keys()].flatMap((name) => chosen.get(name) ?? []);
}

/** A name from text, and what the text says below it. */
function planNamed(at: Position, holder: Holder, name: string, rest: readonly Path[]): ChildPlan | undefined {
  const path = [...at.dotted, name].join('.');
  const found = lookup(at.context, holder, name, 'read');
  if (found === undefined || isScalar(holder, name, found)) throw refused(name, path);
  if (found.kind === 'hidden') throw refused(name, [...at.names, name].join('.'));
  if (rest.length === 0) return planChild(below(at, name), holder, name, found, {});
  if (found.kind === 'edge' && found.edge.kind === 'rows' && found.edge.storage.at === 'file')
    throw refused(name, path);
  try {
    const nested = { populate: { kind: 'names' as const, names: rest } };
    return planChild({ ...below(at, name), dotted: [...at.dotted, name] }, holder, name, found, nested);
  } catch (error) {
    const unfit = error instanceof ValidationError && !(error instanceof LimitError);
    throw at.zone && unfit ? refused(name, path) : error;
  }
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

type Nested = Partial<Omit<NestedAst, 'on'>> & { readonly on?: readonly PopulateEntryAst[] };

/** The options of an entry; `undefined` where it is switched off. */
function nestedOf(at: Position, found: Found, value: PopulateValueAst): Nested | undefined {
  if (value.kind === 'flag') return value.on ? {} : undefined;
  if (value.kind === 'text') throw refusedText(at, found, value);
  const { on, ...nested } = value.nested;
  if (nested.unknown !== undefined) throw refused(nested.unknown, at.names.join('.'));
  if (on === 'unreadable') throw refused('on', `${at.sent}.on`);
  return on === undefined ? nested : { ...nested, on };
}

function planChild(at: Position, holder: Holder, name: string, found: Found, nested: Nested): ChildPlan | undefined {
  switch (found.kind) {
    case 'edge': {
      const { edge } = found;
      if (nested.on !== undefined) throw refusedArm(at, holder, name, edge, nested.on[0]?.name ?? '');
      if (!edge.many) refusePage(at, nested);
      const options = planOptions(at, edge.target, nested);
      if (edge.kind === 'rows' && !at.context.maySee(edge.target)) return undefined;
      return { kind: 'edge', key: name, edge, count: nested.count ?? false, ...options } satisfies EdgeChild;
    }
    case 'zone':
      return planZone(at, holder, name, found, nested);
    case 'morph':
      return planMorph(at, holder, name, found, nested);
    default:
      return undefined;
  }
}

/** Only lists have pages. */
function refusePage(at: Position, { page, sent }: Nested): void {
  if (page === undefined) return;
  const keys = Object.keys(sent as object);
  throw refused(keys.find((key) => ['limit', 'start', 'pagination'].includes(key)) ?? '', at.names.join('.'));
}

/** Everything below a key but the edge itself. */
function planOptions(
  at: Position,
  target: Holder,
  nested: Nested,
): Pick<EdgeChild, 'where' | 'order' | 'slice' | 'node'> {
  const place = { context: at.context, param: 'populate', depth: at.names.length };
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
  at.context.spend(at.names.length, 'populate');
  return {
    holder,
    fields: planFields(at.context, holder, nested.fields ?? { kind: 'all' }, 'populate'),
    // Text continues a dotted path, or begins one.
    children: planChildren({ ...at, sent: `${at.sent}.populate` }, holder, nested.populate),
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
    node: planNode(
      { ...at, zone: true },
      component,
      shared === undefined ? {} : { populate: only(at.context, component, shared) },
    ),
  }));
  return { ...zone, arms };
}

/** What holds several kinds of things has no fields, filters or order of its own. */
function refuseOptions(holder: Holder, name: string, nested: Nested): void {
  const { sort, filters, fields, page } = nested;
  if (sort === undefined && filters === undefined && fields === undefined && page === undefined) return;
  throw new ValidationError(
    `Invalid nested populate for ${holder.name}.${name} (${uidOf(holder)}). Expected a fragment ("on") or "count" but found ${JSON.stringify(nested.sent)}`,
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
      throw refused(name, [...at.names, name].join('.'));
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
    const inside: Position = { ...at, sent: `${at.sent}.on[${name}]`, dotted: [] };
    const nested = nestedOf(inside, { kind: 'hidden' }, value);
    if (nested === undefined) return [];
    refusePage(at, nested);
    const { where, node } = planOptions(inside, holder, nested);
    return [{ ...(where === undefined ? {} : { where }), node: node as NodePlan & { readonly holder: T } }];
  });
}
