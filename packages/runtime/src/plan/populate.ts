import { ValidationError } from '../errors/index.js';
import type { Edge, Holder, Named } from '../model/index.js';
import type { DottedPath, NestedAst, PopulateAst, PopulateEntryAst, PopulateValueAst } from '../query/index.js';
import type { PlanContext } from './context.js';
import { planFields } from './fields.js';
import { planFilters } from './filters.js';
import { meaningOf } from './lookup.js';
import { planNestedPage } from './page/pagination.js';
import type { ChildPlan, EdgeChild, MorphChild, NodePlan, OrderTerm, ZoneChild } from './plan.js';
import {
  type PlanPlace,
  below,
  isChild,
  isScalar,
  nameAt,
  refused,
  refusedArm,
  refusedName,
  refusedOption,
  refusedText,
  uidOf,
  unknownArm,
} from './position.js';
import { planSort } from './sort.js';

/** The children of a holder in the answer, in the order of the definition. A later mention of a name replaces an earlier one. */
export function planPopulate(context: PlanContext, holder: Holder, ast: PopulateAst | undefined): readonly ChildPlan[] {
  return planChildren({ context, names: [], sent: '', dotted: [] }, holder, ast);
}

function planChildren(at: PlanPlace, holder: Holder, ast: PopulateAst | undefined): readonly ChildPlan[] {
  if (ast === undefined) return [];
  const chosen = new Map<string, ChildPlan>();
  const add = (name: string, child: ChildPlan | undefined) => child !== undefined && chosen.set(name, child);
  switch (ast.kind) {
    case 'all':
      for (const name of holder.compiled.names.keys()) {
        const named = nameAt(at, holder, name);
        if (named !== undefined && isChild(named.kind)) add(name, planChild(below(at, name), holder, name, named, {}));
      }
      break;
    case 'names':
      for (const [name, rest] of groupNames(ast.names)) add(name, planNamed(at, holder, name, rest));
      break;
    case 'entries':
      for (const { name, value } of ast.entries) {
        const inside = below(at, name);
        const isKey = name === 'id' || name === 'documentId';
        const named = isKey ? undefined : nameAt(at, holder, name);
        if (named === undefined) throw refused(name, at.names.length === 0 ? null : at.names.join('.'));
        if (isScalar(holder, name, named)) throw refused(name, inside.sent);
        if (named.kind === 'hidden') throw refused(name, inside.names.join('.'));
        if (named.kind === 'zone' || named.kind === 'morph') refuseUnread(holder, name, value);
        const nested = nestedOf(inside, named.kind === 'edge' ? named.edge : undefined, value);
        if (nested !== undefined) add(name, planChild(inside, holder, name, named, nested));
      }
  }
  return [...holder.compiled.names.keys()].flatMap((name) => chosen.get(name) ?? []);
}

/** A name from text, with the names that the text has below it. */
function planNamed(at: PlanPlace, holder: Holder, name: string, rest: readonly DottedPath[]): ChildPlan | undefined {
  const path = [...at.dotted, name].join('.');
  const named = nameAt(at, holder, name);
  if (named === undefined || isScalar(holder, name, named)) throw refusedName(at, name, path);
  if (named.kind === 'hidden') throw refusedName(at, name, [...at.names, name].join('.'));
  if (rest.length === 0) return planChild(below(at, name), holder, name, named, {});
  const endsHere = named.kind === 'morph' || (named.kind === 'edge' && isFileEdge(named.edge));
  if (endsHere) throw refusedName(at, name, path);
  const inside = below(at, name, [...at.dotted, name]);
  const reported = at.zone && at.reported === undefined ? { reported: { key: name, path } } : {};
  const nested = { populate: { kind: 'names' as const, names: rest } };
  return planChild({ ...inside, ...reported }, holder, name, named, nested);
}

function isFileEdge(edge: Edge): boolean {
  return edge.kind === 'rows' && edge.storage.at === 'file';
}

/** `a.b`, `a.c` → `a` with `b` and `c` below it. */
function groupNames(names: readonly DottedPath[]): ReadonlyMap<string, readonly DottedPath[]> {
  const groups = new Map<string, DottedPath[]>();
  for (const [first, next, ...rest] of names) {
    const below = groups.get(first) ?? [];
    if (next !== undefined) below.push([next, ...rest]);
    groups.set(first, below);
  }
  return groups;
}

type Nested = Partial<Omit<NestedAst, 'on'>> & { readonly on?: readonly PopulateEntryAst[] };

/** The options of an entry; `undefined` if the entry is switched off. `target`: the type behind it, if there is one. */
function nestedOf(
  at: PlanPlace,
  edge: Edge | undefined,
  value: PopulateValueAst,
  target: Holder | undefined = edge?.target,
): Nested | undefined {
  if (value.kind === 'flag') return value.on ? {} : undefined;
  if (value.kind === 'text') throw refusedText(at, edge, value);
  const { on, ...nested } = value.nested;
  if (nested.unknown !== undefined) throw refusedOption(at, target, nested.unknown);
  if (on === 'unreadable') throw refused('on', `${at.sent}.on`);
  return on === undefined ? nested : { ...nested, on };
}

function planChild(at: PlanPlace, holder: Holder, name: string, named: Named, nested: Nested): ChildPlan | undefined {
  switch (named.kind) {
    case 'edge': {
      const { edge } = named;
      if (nested.on !== undefined) throw refusedArm(at, holder, name, edge, nested.on[0]?.name ?? '');
      if (!edge.many) refusePage(at, nested);
      const options = planOptions(at, edge.target, nested, edge);
      if (edge.kind === 'rows' && !at.context.mayPopulate(edge.target)) return undefined;
      return { kind: 'edge', key: name, edge, count: nested.count ?? false, ...options } satisfies EdgeChild;
    }
    case 'zone':
      return planZone(at, holder, name, named, nested);
    case 'morph':
      return planMorph(at, holder, name, named, nested);
    default:
      return undefined;
  }
}

/** Only lists have pages. */
function refusePage(at: PlanPlace, { page, sent }: Nested): void {
  if (page === undefined) return;
  const keys = Object.keys(sent ?? {});
  throw refused(keys.find((key) => ['limit', 'start', 'pagination'].includes(key)) ?? '', at.names.join('.'));
}

/** Everything below a key but the edge itself. */
function planOptions<T extends Holder>(
  at: PlanPlace,
  target: T,
  nested: Nested,
  edge?: Edge,
): Pick<EdgeChild, 'where' | 'order' | 'slice'> & { readonly node: NodePlan & { readonly holder: T } } {
  const site = { context: at.context, param: 'populate', depth: at.names.length };
  const { rest } = at.context;
  const order = nested.sort === undefined ? [] : planSort(site, target, nested.sort);
  return {
    node: planNode(at, target, nested),
    order,
    ...(nested.filters === undefined ? {} : { where: planFilters(site, target, nested.filters) }),
    ...(nested.page === undefined
      ? {}
      : { slice: planNestedPage(nested.page, rest, `${at.names.join('.')}.pagination`, orderOf(edge, order)) }),
  };
}

/** The order of a list with cursors: its sort, or else the positions of the list. Entries and files have none. */
function orderOf(edge: Edge | undefined, sort: readonly OrderTerm[]): readonly OrderTerm[] | undefined {
  if (edge?.kind !== 'rows' || !edge.many) return undefined;
  const { storage } = edge;
  if (storage.at === 'localizations') return sort;
  if (storage.at !== 'link' && storage.at !== 'inverse') return undefined;
  const isRanked = storage.at === 'link' || storage.of.at !== 'column' || storage.of.rank !== undefined;
  return isRanked && sort.length === 0 ? [POSITION] : sort;
}

/** The position of a row in a list, which is text. */
const POSITION: OrderTerm = {
  edges: [],
  field: { name: '', column: '', type: { name: 'string', postgres: 'text', search: 'none' } },
  direction: 'asc',
  at: { param: 'populate', key: '' },
  isReadable: true,
};

function planNode<T extends Holder>(at: PlanPlace, holder: T, nested: Nested): NodePlan & { readonly holder: T } {
  at.context.spend(at.names.length, 'populate');
  return {
    holder,
    fields: planFields(at.context, holder, nested.fields ?? { kind: 'all' }, 'populate'),
    // Names in text continue a dotted path, or begin one.
    children: planChildren({ ...at, sent: `${at.sent}.populate` }, holder, nested.populate),
  };
}

function planZone(
  at: PlanPlace,
  holder: Holder,
  name: string,
  named: Extract<Named, { kind: 'zone' }>,
  nested: Nested,
): ZoneChild {
  refuseOptions(holder, name, nested);
  const components = named.attribute.components();
  const zone = { kind: 'zone', key: name, column: named.column, count: nested.count ?? false } as const;
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

/** Zones and polymorphic relations have no fields, filters or order of their own, because they hold several types. */
function refuseOptions(holder: Holder, name: string, nested: Nested): void {
  const { sort, filters, fields, page } = nested;
  if (sort === undefined && filters === undefined && fields === undefined && page === undefined) return;
  throw noFragment(holder, name, nested.sent);
}

/** Strapi asks for a fragment wherever it does not understand the value of a zone. */
function refuseUnread(holder: Holder, name: string, value: PopulateValueAst): void {
  if (value.kind === 'text' && value.text !== '') {
    throw noFragment(holder, name, value.list ? [value.text] : value.text);
  }
  if (value.kind === 'nested' && value.nested.unknown) throw noFragment(holder, name, value.nested.sent);
}

function noFragment(holder: Holder, name: string, found: unknown): ValidationError {
  return new ValidationError(
    `Invalid nested populate for ${holder.name}.${name} (${uidOf(holder)}). Expected a fragment ("on") or "count" but found ${JSON.stringify(found)}`,
  );
}

/** The part of a shared populate that `holder` has. */
function only(context: PlanContext, holder: Holder, ast: PopulateAst): PopulateAst {
  const fits = (name: string) =>
    !['field', 'hidden', undefined].includes(meaningOf(context, holder, name, 'read')?.kind);
  if (ast.kind === 'names') return { kind: 'names', names: ast.names.filter((path) => fits(path[0])) };
  if (ast.kind === 'entries') return { kind: 'entries', entries: ast.entries.filter((entry) => fits(entry.name)) };
  return ast;
}

/** Refuses a name that no type of `holders` has. Strapi accepts a scalar at the end of a dotted path. */
function refuseUnshared(at: PlanPlace, holders: readonly Holder[], ast: PopulateAst): void {
  if (ast.kind === 'all') return;
  const names = ast.kind === 'names' ? ast.names.map((path) => path[0]) : ast.entries.map((entry) => entry.name);
  for (const name of names) {
    const kinds = holders.map((holder) => meaningOf(at.context, holder, name, 'read')?.kind);
    if (kinds.every((kind) => kind === undefined || kind === 'hidden' || (kind === 'field' && ast.kind === 'entries')))
      throw refusedName(at, name, [...at.names, name].join('.'));
  }
}

function planMorph(
  at: PlanPlace,
  holder: Holder,
  name: string,
  named: Extract<Named, { kind: 'morph' }>,
  nested: Nested,
): MorphChild {
  refuseOptions(holder, name, nested);
  const child = {
    kind: 'morph',
    key: name,
    many: named.many,
    storage: named.storage,
    count: nested.count ?? false,
  } as const;
  const reads = (holder: Holder, attribute: string) => at.context.allows(holder, attribute, 'read');
  const uses = named.storage.at === 'uses' ? { reads } : {};
  if (nested.on !== undefined) {
    const arms = planArms(at, nested.on, (uid) => at.context.models.find((model) => model.uid === uid));
    const seen = arms.filter((arm) => at.context.mayPopulate(arm.node.holder));
    return { ...child, arms: seen.map((arm) => ({ ...arm, ...uses })) };
  }
  const visible = at.context.models.filter((model) => at.context.mayPopulate(model));
  const shared = nested.populate;
  // As in Strapi, only `on` names keys of single types.
  if (shared !== undefined && shared.kind !== 'all') throw refused('populate', at.sent);
  const inside = shared === undefined ? {} : { populate: shared };
  return { ...child, arms: visible.map((model) => ({ node: planNode(at, model, inside), ...uses })) };
}

/** One arm per type that `on` names. */
function planArms<T extends Holder>(
  at: PlanPlace,
  on: readonly PopulateEntryAst[],
  find: (name: string) => T | undefined,
): { where?: NonNullable<EdgeChild['where']>; node: NodePlan & { readonly holder: T } }[] {
  return on.flatMap(({ name, value }) => {
    const holder = find(name);
    if (holder === undefined) throw unknownArm(at, name);
    const inside: PlanPlace = { ...at, sent: `${at.sent}.on[${name}]`, dotted: [] };
    const nested = nestedOf(inside, undefined, value, holder);
    if (nested === undefined) return [];
    refusePage(at, nested);
    const { where, node } = planOptions(inside, holder, nested);
    return [{ ...(where === undefined ? {} : { where }), node }];
  });
}
