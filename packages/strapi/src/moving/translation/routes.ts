import { camelCase, coreActions } from 'content-gen/tools';

import { type Finding, notPorted } from '../finding.js';
import { type Proposal, grant, proposePopulate } from '../config/proposal.js';
import type { ControllerMethod, LifecyclePiece, Piece, RoutePiece, RouteRules, TypePiece } from '../survey/pieces.js';
import { recipeOfController } from '../recipes.js';
import type { Surveyor } from '../survey/surveyor.js';
import { corePath, detoursOf, sameAs } from './core-path.js';
import { type Guard, type Guards, isPopulated, populateNote } from './guards.js';
import { reportUncalled } from './uncalled.js';
import { closeUnrouted } from './unrouted.js';

/** The routes of one api, as a Hono app of the new project. */
export interface RouteFile {
  /** `src/moved/routes/article.ts` */
  readonly path: string;
  /** `articleRoutes` */
  readonly symbol: string;
  readonly routes: readonly MovedRoute[];
}

export interface MovedRoute {
  readonly method: string;
  /** `/articles/slug/:slug` */
  readonly path: string;
  readonly guards: readonly Guard[];
  /** Guards of plugins and functions in the route, which have no stub. */
  readonly foreign: readonly string[];
  /** The old code to quote: the route, and its handler. */
  readonly quoted: readonly Piece[];
  /** The generated handler answers behind the guards; otherwise the stub answers 501. */
  readonly isGenerated: boolean;
  /** Strapi had no such route, so the generated handler answers roles and no API tokens. */
  readonly isUnrouted?: boolean;
  /** What is missing while the stub answers 501: `article.bySlug is not ported yet` */
  readonly problem: string;
}

/** Turns the routes and controllers of a project into stubs, and `auth: false` into permissions. */
export function translateRoutes(surveyor: Surveyor, guards: Guards, proposal: Proposal): readonly RouteFile[] {
  moveDefaultPopulate(surveyor, proposal);
  const moved = new Map<string, MovedRoute[]>();
  const add = (api: string, route: MovedRoute) => moved.set(api, [...(moved.get(api) ?? []), route]);
  for (const route of surveyor.routes) translateRoute(surveyor, route, guards, proposal, add);
  translateCore(surveyor, guards, proposal, add, () => [...moved.values()].flat());
  for (const [api, route] of closeUnrouted(surveyor, proposal)) add(api, route);
  reportUncalled(surveyor);
  return [...moved].map(([api, routes]) => ({ path: pathOf(api), symbol: `${camelCase(safe(api))}Routes`, routes }));
}

/** A controller that only sets `populate` and then calls the controller of Strapi becomes a setting. */
function moveDefaultPopulate(surveyor: Surveyor, proposal: Proposal): void {
  const { methods, types, findings } = surveyor;
  for (const method of methods.filter(({ action }) => action === 'find' || action === 'findOne')) {
    const type = types.find(({ uid }) => uid === method.controller);
    const { file, line, controller, action, populate } = method;
    if (type === undefined || populate === undefined || !isPopulated(populate.value)) continue;
    if (action !== 'find' && action !== 'findOne') continue;
    proposePopulate(proposal, type, action, { ...populate, value: populate.value });
    const note = `api.populate of ${type.name}; ${populateNote(populate)}`;
    const target = 'content-gen.config.ts';
    findings.push({
      outcome: 'translated',
      kind: 'controller',
      file,
      line,
      name: `${controller}.${action}`,
      note,
      target,
    });
    methods.splice(methods.indexOf(method), 1);
  }
}

type Add = (api: string, route: MovedRoute) => void;

function pathOf(api: string): string {
  return `src/moved/routes/${safe(api)}.ts`;
}

function safe(api: string): string {
  return api.replaceAll(/[^A-Za-z0-9-]+/g, '-').replace(/^(?=\d)/, 'api-');
}

/** A route of the project: the generated route if it does the same, otherwise a stub. */
function translateRoute(surveyor: Surveyor, route: RoutePiece, guards: Guards, proposal: Proposal, add: Add): void {
  const { findings, types, methods } = surveyor;
  const at = route.handler?.lastIndexOf('.') ?? 0;
  const [owner, action] = [route.handler?.slice(0, at) ?? '', route.handler?.slice(at + 1) ?? ''];
  const type = types.find(({ uid }) => uid === owner);
  const method = methods.find((each) => each.controller === owner && each.action === action);
  const base = { kind: 'route', file: route.file, line: route.line, name: `${route.method} ${route.path}` } as const;
  const isCore = type !== undefined && method === undefined && sameAs(type, action, route);
  if (isCore) {
    if (route.isPublic) grantEveryone(proposal, type.name, action);
    if (route.policies.length + route.middlewares.length + guards.around(owner, action).length === 0) {
      const note = `the generated API has the same route${route.isPublic ? `; ${EVERYONE}` : ''}`;
      findings.push({ ...base, outcome: 'works', note });
      return;
    }
  }
  const target = pathOf(route.api);
  const quoted = [route, ...(method ? [method] : [])];
  const handler = route.handler === undefined ? 'a function in the route' : `${owner.replace(/^.*[.:]/, '')}.${action}`;
  const rules = guarded(route, guards, isCore ? guards.around(owner, action) : []);
  const isGenerated = isCore && rules.foreign.length === 0;
  const problem = problemOf(handler, isCore ? rules.foreign : []);
  add(route.api, { ...rules, method: route.method, path: honoPath(route.path), quoted, isGenerated, problem });
  if (isCore) findings.push(rulesFinding(route, base.name, { ...rules, problem }, target));
  else {
    const note = 'the stub answers 501 until you port its handler';
    findings.push({ ...base, outcome: 'hand', effect: 'closed', note, target, problems: [problem] });
  }
  if (method) findings.push(methodFinding(method, target, problem));
}

/** The message of a stub that answers 501. */
function problemOf(handler: string, foreign: readonly string[]): string {
  return foreign.length === 0 ? notPorted(handler) : notPorted(`${foreign.join(', ')} of ${handler}`);
}

/** `/files/:id(\\d+)` → `/files/:id{\\d+}`, `/pages/(.*)` → `/pages/*` */
function honoPath(path: string): string {
  const absolute = path.startsWith('/') ? path : `/${path}`;
  return absolute.replaceAll(/(:\w+)\(([^)]*)\)/g, '$1{$2}').replaceAll(/\((?:\.\*|\.\+)\)/g, '*');
}

/** Core routes that have settings, or whose handler the project replaces. */
function translateCore(
  surveyor: Surveyor,
  guards: Guards,
  proposal: Proposal,
  add: Add,
  added: () => readonly MovedRoute[],
): void {
  const { types, core, methods, findings } = surveyor;
  for (const type of types) {
    for (const action of coreActions) {
      const piece = core.find((each) => each.uid === type.uid && each.action === action);
      const method = methods.find((each) => each.controller === type.uid && each.action === action);
      const path = corePath(type, action);
      if (path === undefined) {
        const note = 'a single type has no such route';
        const name = `${type.name}.${action}`;
        if (piece) findings.push({ outcome: 'unused', kind: 'route', file: piece.file, line: piece.line, name, note });
        continue;
      }
      if (piece?.isPublic) {
        grantEveryone(proposal, type.name, action);
        const { file, line } = piece;
        const note = `the route has auth: false; ${EVERYONE}`;
        findings.push({
          outcome: 'translated',
          kind: 'permission',
          file,
          line,
          name: `public: ${type.name}.${action}`,
          note,
        });
      }
      const around = guards.around(type.uid, action);
      const rules = guarded(piece ?? { policies: [], middlewares: [] }, guards, around);
      const isBare = rules.guards.length + rules.foreign.length === 0;
      if (method === undefined && isBare) continue;
      const quoted = [...(piece ? [piece] : []), ...(method ? [method] : [])];
      const route = { ...path, path: path.path.replace(':id', ':documentId') };
      const handler = `${type.name}.${action}`;
      // A list may name the same route, whose stub comes first and quotes the replaced action.
      const isQuoted = added().some((each) => isStubOf(each, route, method));
      const isGenerated = (method === undefined || isQuoted) && rules.foreign.length === 0;
      const problem = problemOf(handler, method === undefined || isQuoted ? rules.foreign : []);
      if (!isQuoted || !isBare) add(type.api, { ...rules, ...route, quoted, isGenerated, problem });
      const target = pathOf(type.api);
      if (method) findings.push(methodFinding(method, target, problem));
      if (piece) findings.push(rulesFinding(piece, handler, { ...rules, problem }, target));
    }
    closeDetours(type, added(), surveyor.lifecycles, add);
  }
}

const EVERYONE = 'each role has the permission, and an API token needs it, too';

/** Whoever asks for a route with `auth: false` gets an answer in Strapi: visitors, and users of any role. */
function grantEveryone(proposal: Proposal, type: string, action: string): void {
  for (const role of new Set(['public', 'authenticated', ...proposal.permissions.keys()]))
    grant(proposal, role, type, action);
}

function isStubOf(
  stub: MovedRoute,
  { method, path }: { readonly method: string; readonly path: string },
  action: ControllerMethod | undefined,
): boolean {
  return action !== undefined && stub.quoted.includes(action) && stub.method === method && samePath(stub.path, path);
}

function samePath(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => path.replace(/\/$/, '').replaceAll(/:\w+/g, ':id'));
  return a === b;
}

/**
 * Strapi has no bulk writes and no actions of publishing at the API. These routes would go around the guard or the
 * handler of a write, so they are closed together with the write. Strapi publishes by creating and deleting a version,
 * so its lifecycles of these writes ran for publishing, too.
 */
function closeDetours(
  type: TypePiece,
  routes: readonly MovedRoute[],
  lifecycles: readonly LifecyclePiece[],
  add: Add,
): void {
  const { path, name, isSingle, api, uid, hasDrafts } = type;
  const one = isSingle ? path : `${path}/:documentId`;
  const isWrite = ({ method, path: own }: MovedRoute) =>
    (method === 'POST' && samePath(own, path)) || (['PUT', 'DELETE'].includes(method) && samePath(own, one));
  const [write] = routes.filter(isWrite).filter(restricts);
  const lifecycle = lifecycles.find(
    (each) => each.uid === uid && !each.isTransparent && /^(before|after)(Create|Delete)$/.test(each.hook),
  );
  const closed = write ? `${write.method} ${write.path}` : hasDrafts ? lifecycle?.hook : undefined;
  if (closed === undefined) return;
  for (const detour of detoursOf(type)) {
    const problem = `${detour.path.replace(/\{.*$/, '')} is closed, because it would go around ${closed} of ${name}`;
    add(api, { ...detour, guards: [], foreign: [], quoted: [], isGenerated: false, problem });
  }
}

/** Whether a route does more than the generated route. */
function restricts({ guards, isGenerated }: MovedRoute): boolean {
  return !isGenerated || guards.some(({ isTransparent }) => isTransparent !== true);
}

/** The routes of a core router, or generated routes that the project names itself, with their guards. */
function rulesFinding(
  { file, line }: Piece,
  name: string,
  { guards, foreign, problem }: Pick<MovedRoute, 'guards' | 'foreign' | 'problem'>,
  target: string,
): Finding {
  const base = { kind: 'route', file, line, name, target } as const;
  if (foreign.length > 0) {
    const note = `${foreign.join(', ')} has no stub; the route answers 501 until you port it`;
    return { ...base, outcome: 'hand', effect: 'closed', note, problems: [problem] };
  }
  const closing = guards.filter(({ asksForUser, isTransparent }) => !asksForUser && !isTransparent);
  if (closing.length > 0) {
    const note = `answers 501 until you port ${closing.map(({ id }) => id).join(', ')}`;
    return { ...base, outcome: 'hand', effect: 'closed', note, problems: closing.map((guard) => guard.problem) };
  }
  const note = guards.length > 0 ? 'the guards run before the generated handler' : 'its settings are in the config';
  return { ...base, outcome: 'translated', note };
}

function methodFinding(method: ControllerMethod, target: string, problem: string): Finding {
  const { file, line, controller, action } = method;
  const isCore = coreActions.some((each) => each === action);
  const note = isCore ? 'its route answers 501 until you port it' : 'quoted in the stub of its route';
  const name = `${controller}.${action}`;
  return {
    outcome: 'hand',
    effect: 'closed',
    kind: 'controller',
    file,
    line,
    name,
    note,
    target,
    problems: [problem],
    recipe: recipeOfController(method),
  };
}

/** The stubs of the guards of a route, and the guards without a stub. Middlewares that became a setting are done. */
function guarded(
  rules: Pick<RouteRules, 'policies' | 'middlewares'>,
  guards: Guards,
  around: readonly Guard[],
): Pick<MovedRoute, 'guards' | 'foreign'> {
  const ids = [...rules.policies, ...rules.middlewares];
  const found = ids.flatMap((id) => guards.find(id) ?? []);
  return {
    guards: [...around, ...found],
    foreign: ids.filter((id) => guards.find(id) === undefined && !guards.isSetting(id)),
  };
}
