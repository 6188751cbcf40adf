import { camelCase } from '../../model/names/names.js';
import { coreActions } from '../../permissions/strapi-actions.js';
import type { Finding } from '../finding.js';
import { type Proposal, grant } from '../config/proposal.js';
import type { ControllerMethod, Piece, RoutePiece, RouteRules, TypePiece } from '../survey/pieces.js';
import type { Surveyor } from '../survey/surveyor.js';
import { type Guard, type Guards, isPopulated } from './guards.js';

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
  /** Whether a policy has no stub. Then the route answers 501, because without the policy it would be open. */
  readonly lacksPolicy: boolean;
  /** A generated handler answers until the stub is ported; otherwise the stub answers 501. */
  readonly isGenerated: boolean;
  /** `article.bySlug` */
  readonly handler: string;
}

/** Turns the routes and controllers of a project into stubs, and `auth: false` into permissions. */
export function translateRoutes(surveyor: Surveyor, guards: Guards, proposal: Proposal): readonly RouteFile[] {
  moveDefaultPopulate(surveyor, proposal);
  const moved = new Map<string, MovedRoute[]>();
  const add = (api: string, route: MovedRoute) => moved.set(api, [...(moved.get(api) ?? []), route]);
  for (const route of surveyor.routes) translateRoute(surveyor, route, guards, proposal, add);
  translateCore(surveyor, guards, proposal, add);
  closeActions(surveyor, proposal);
  reportUnrouted(surveyor);
  return [...moved].map(([api, routes]) => ({ path: pathOf(api), symbol: `${camelCase(safe(api))}Routes`, routes }));
}

/** A controller that only sets `populate` before it calls the one of Strapi becomes a setting. */
function moveDefaultPopulate(surveyor: Surveyor, proposal: Proposal): void {
  const { methods, types, findings } = surveyor;
  for (const method of methods.filter(({ action }) => action === 'find' || action === 'findOne')) {
    const type = types.find(({ uid }) => uid === method.controller);
    if (type === undefined || !isPopulated(method.populate)) continue;
    proposal.api.populate = { ...proposal.api.populate, [type.name]: method.populate };
    const { file, line, controller, action } = method;
    const note = `api.populate of ${type.name}; requests that name populate themselves get what they name`;
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

/** A route of the project: the generated one if it says the same, otherwise a stub. */
function translateRoute(surveyor: Surveyor, route: RoutePiece, guards: Guards, proposal: Proposal, add: Add): void {
  const { findings, types, methods } = surveyor;
  const at = route.handler?.lastIndexOf('.') ?? 0;
  const [owner, action] = [route.handler?.slice(0, at) ?? '', route.handler?.slice(at + 1) ?? ''];
  const type = types.find(({ uid }) => uid === owner);
  const method = methods.find((each) => each.controller === owner && each.action === action);
  const base = { kind: 'route', file: route.file, line: route.line, name: `${route.method} ${route.path}` } as const;
  const isCore = type !== undefined && method === undefined && sameAs(type, action, route);
  if (isCore) {
    if (route.isPublic) grant(proposal, 'public', type.name, action);
    const { policies, middlewares } = route;
    if (policies.length + middlewares.length === 0) {
      findings.push({ ...base, outcome: 'works', note: 'the generated API has the same route' });
      return;
    }
  }
  const target = pathOf(route.api);
  const quoted = [route, ...(method ? [method] : [])];
  const handler = route.handler === undefined ? 'a function in the route' : `${owner.replace(/^.*[.:]/, '')}.${action}`;
  add(route.api, {
    ...guarded(route, guards),
    method: route.method,
    path: honoPath(route.path),
    quoted,
    isGenerated: isCore,
    handler,
  });
  const note = isCore
    ? 'the generated route, behind the guards of the old one'
    : 'the stub answers 501 until you port its handler';
  findings.push({ ...base, outcome: isCore ? 'translated' : 'hand', note, target });
  if (method) findings.push(methodFinding(method, target));
}

/** `/files/:id(\\d+)` → `/files/:id{\\d+}`, `/pages/(.*)` → `/pages/*` */
function honoPath(path: string): string {
  const absolute = path.startsWith('/') ? path : `/${path}`;
  return absolute.replaceAll(/(:\w+)\(([^)]*)\)/g, '$1{$2}').replaceAll(/\((?:\.\*|\.\+)\)/g, '*');
}

/** Whether a route has the method and the path that every API of Strapi has for this action. */
function sameAs(type: TypePiece, action: string, { method, path }: Pick<RoutePiece, 'method' | 'path'>): boolean {
  const core = corePath(type, action);
  return (
    core !== undefined && core.method === method && core.path === path.replace(/\/$/, '').replaceAll(/:\w+/g, ':id')
  );
}

function corePath(
  { path, isSingle }: TypePiece,
  action: string,
): { readonly method: string; readonly path: string } | undefined {
  const one = isSingle ? path : `${path}/:id`;
  switch (action) {
    case 'find':
      return { method: 'GET', path };
    case 'findOne':
      return { method: 'GET', path: one };
    case 'create':
      return { method: 'POST', path };
    case 'update':
      return { method: 'PUT', path: one };
    case 'delete':
      return { method: 'DELETE', path: one };
    default:
      return undefined;
  }
}

/** Core routes with settings of their own, or whose handler the project replaces. */
function translateCore(surveyor: Surveyor, guards: Guards, proposal: Proposal, add: Add): void {
  const { types, core, methods, findings } = surveyor;
  for (const type of types) {
    for (const action of coreActions) {
      const piece = core.find((each) => each.uid === type.uid && each.action === action);
      const method = methods.find((each) => each.controller === type.uid && each.action === action);
      const path = corePath(type, action);
      if (path === undefined) continue;
      if (piece?.isPublic) {
        grant(proposal, 'public', type.name, action);
        const { file, line } = piece;
        const note = `permissions.public.${type.name} has ${action}, because the route has auth: false`;
        findings.push({
          outcome: 'translated',
          kind: 'permission',
          file,
          line,
          name: `public: ${type.name}.${action}`,
          note,
        });
      }
      const rules = piece ? guarded(piece, guards) : { guards: [], foreign: [], lacksPolicy: false };
      if (method === undefined && rules.guards.length + rules.foreign.length === 0) continue;
      const quoted = [...(piece ? [piece] : []), ...(method ? [method] : [])];
      const [first] = quoted;
      if (first === undefined) continue;
      const route = { ...path, path: path.path.replace(':id', ':documentId') };
      add(type.api, { ...rules, ...route, quoted, isGenerated: true, handler: `${type.name}.${action}` });
      const target = pathOf(type.api);
      if (method) findings.push(methodFinding(method, target));
      if (piece) findings.push(rulesFinding(piece, `${type.name}.${action}`, rules, target));
    }
  }
}

function rulesFinding(
  { file, line }: Piece,
  name: string,
  { foreign, lacksPolicy }: Pick<MovedRoute, 'foreign' | 'lacksPolicy'>,
  target: string,
): Finding {
  const closed = lacksPolicy ? '; the route answers 501 until you port it' : '';
  const note =
    foreign.length > 0 ? `${foreign.join(', ')} has no stub${closed}` : 'the guards run before the generated handler';
  return { outcome: foreign.length > 0 ? 'hand' : 'translated', kind: 'route', file, line, name, note, target };
}

function methodFinding(method: ControllerMethod, target: string): Finding {
  const { file, line, controller, action } = method;
  const isCore = coreActions.some((each) => each === action);
  const note = isCore ? 'the generated handler answers until you port it' : 'quoted in the stub of its route';
  return { outcome: 'hand', kind: 'controller', file, line, name: `${controller}.${action}`, note, target };
}

/** The stubs of the guards of a route, and the guards without one. Middlewares that became a setting are done. */
function guarded(rules: RouteRules, guards: Guards): Pick<MovedRoute, 'guards' | 'foreign' | 'lacksPolicy'> {
  const ids = [...rules.policies, ...rules.middlewares];
  const found = ids.flatMap((id) => guards.find(id) ?? []);
  const foreign = ids.filter((id) => guards.find(id) === undefined && !guards.isSetting(id));
  return { guards: found, foreign, lacksPolicy: rules.policies.some((id) => foreign.includes(id)) };
}

/** Actions that a core router leaves out are closed by leaving them out of the permissions. */
function closeActions({ closed, types, findings }: Surveyor, { permissions }: Proposal): void {
  for (const { file, line, uid, actions } of closed) {
    const name = types.find((type) => type.uid === uid)?.name ?? '';
    for (const granted of permissions.values()) for (const action of actions) granted.get(name)?.delete(action);
    const note = 'no role has a permission for them; the generated API answers 403 where Strapi answered 405';
    findings.push({
      outcome: 'translated',
      kind: 'route',
      file,
      line,
      name: `${uid} without ${actions.join(', ')}`,
      note,
    });
  }
}

/** Methods of controllers that no route names. */
function reportUnrouted({ methods, routes, findings, types }: Surveyor): void {
  for (const { controller, action, file, line } of methods) {
    const isRouted = routes.some(({ handler }) => handler === `${controller}.${action}`);
    const isCore = types.some(({ uid }) => uid === controller) && coreActions.some((each) => each === action);
    if (isRouted || isCore) continue;
    const note = 'no route calls it';
    findings.push({ outcome: 'hand', kind: 'controller', file, line, name: `${controller}.${action}`, note });
  }
}
