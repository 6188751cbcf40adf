import { camelCase, coreActions } from 'content-gen/tools';

import { type Finding, notPorted } from '../finding.js';
import type { GlobalMiddleware } from '../config/read.js';
import { type Proposal, proposePopulate } from '../config/proposal.js';
import { pluginVerdict } from '../survey/packages.js';
import type { CorePiece, GuardPiece, InterceptorPiece, Reach, RoutePiece, WrittenPopulate } from '../survey/pieces.js';
import type { Surveyor } from '../survey/surveyor.js';

/** A policy or middleware as a constant of the new project. */
export interface Guard extends GuardPiece {
  /** `isOwner` */
  readonly symbol: string;
  readonly module: 'policies' | 'middlewares';
  /** `The middleware global::is-owner is not ported yet`: the message in the answer of the stub. */
  readonly problem: string;
  /** Of code that no route names. */
  readonly reach?: Reach;
}

export interface Guards {
  readonly all: readonly Guard[];
  /** The middlewares around every request, in the order in which they run. */
  readonly global: readonly Guard[];
  /** Whether a request of this action goes through code that no route names. */
  around(uid: string, action: string): readonly Guard[];
  /** By the id that routes use. Guards of plugins, and functions in routes, are not in there. */
  find(id: string): Guard | undefined;
  /** Whether a setting has taken the place of this middleware. */
  isSetting(id: string): boolean;
}

/** Names policies and middlewares, and turns middlewares that only set `populate` into a setting. */
export function translateGuards(surveyor: Surveyor, global: readonly GlobalMiddleware[], proposal: Proposal): Guards {
  const { policies, middlewares, interceptors, findings, types } = surveyor;
  const taken = new Set<string>();
  const named = (piece: GuardPiece, module: Guard['module']): Guard => ({
    ...piece,
    module,
    problem: notPorted(`The ${module === 'policies' ? 'policy' : 'middleware'} ${piece.id}`),
    symbol: symbolFor(piece.id, taken),
  });

  const kept = middlewares.filter((piece) => !becomesSetting(surveyor, piece, proposal));
  // Code for types that the project does not have, and for plugins without routes here, has no route to close.
  const active = interceptors.filter(({ reach }) =>
    reach.of === 'types' ? types.some(({ uid }) => reach.covers(uid)) : reach.of === 'server' || reach.paths.length > 0,
  );
  const own = [
    ...policies.map((piece) => named(piece, 'policies')),
    ...kept.map((piece) => named(piece, 'middlewares')),
  ];
  const foreign = foreignMiddlewares(global, own).map((piece) => named(piece, 'middlewares'));
  const intercepting = active.map((piece) => interceptorGuard(piece, taken));
  for (const guard of [...own, ...foreign])
    findings.push(
      findingOf(guard, usesOf(surveyor, guard.id, global), {
        isGlobal: global.some(({ id }) => id === guard.id),
        hiddenIn: hiddenUse(surveyor, guard.id),
      }),
    );
  for (const piece of interceptors) findings.push(interceptorFinding(piece, active.includes(piece)));
  const all = [...own, ...foreign, ...intercepting];
  return {
    all,
    global: [
      ...global.flatMap(({ id }) => all.filter((guard) => guard.id === id)),
      ...intercepting.filter(({ reach }) => reach?.of === 'server'),
    ],
    around: (uid, action) =>
      intercepting.filter(
        ({ reach }) => reach?.of === 'types' && reach.covers(uid) && reach.actions.some((each) => each === action),
      ),
    find: (id) => own.find((guard) => guard.id === id),
    isSetting: (id) => middlewares.some((piece) => piece.id === id) && !kept.some((piece) => piece.id === id),
  };
}

/**
 * Middlewares around every request that have no file. Middlewares of plugins that are part of the API restrict nothing.
 */
function foreignMiddlewares(global: readonly GlobalMiddleware[], own: readonly Guard[]): readonly GuardPiece[] {
  return global
    .filter(({ id }) => !own.some((guard) => guard.id === id))
    .filter(({ id }) => pluginVerdict(/^plugin::([^.]+)/.exec(id)?.[1] ?? '').outcome === 'hand')
    .map(({ id, file, line }) => ({ id, file, line, code: `'${id}'` }));
}

function interceptorGuard(piece: InterceptorPiece, taken: Set<string>): Guard {
  const { name, file, line, code, reach } = piece;
  const id = titleOf(piece);
  const problem = notPorted(id);
  return { id, file, line, code, reach, problem, module: 'middlewares', symbol: symbolFor(name, taken) };
}

function titleOf({ name, file, line }: InterceptorPiece): string {
  return `${name} of ${file}:${line}`;
}

function interceptorFinding(piece: InterceptorPiece, isActive: boolean): Finding {
  const { kind, name, note, file, line, reach } = piece;
  // Routes that only a run would show are missing here, also the routes of an API without types.
  const effect = kind === 'route' ? 'differs' : 'optional';
  if (!isActive) return { outcome: 'hand', effect, kind, file, line, name, note };
  const scope =
    reach.of === 'server' ? 'every request' : reach.of === 'paths' ? reach.paths.join(', ') : scopeOf(reach);
  return {
    outcome: 'hand',
    effect: 'closed',
    kind,
    file,
    line,
    name,
    note: `closes ${scope}; ${note}`,
    target: 'src/moved/middlewares.ts',
    problems: [notPorted(titleOf(piece))],
  };
}

function scopeOf({ actions }: Extract<Reach, { readonly of: 'types' }>): string {
  return actions.length === coreActions.length ? 'all routes of its types' : `${actions.join(', ')} of its type`;
}

/** How many routes name a guard, and whether every request goes through it. */
function usesOf({ core, routes }: Surveyor, id: string, global: readonly GlobalMiddleware[]): number {
  const named = [...core, ...routes].filter((each) => [...each.policies, ...each.middlewares].includes(id));
  return named.length + global.filter((each) => each.id === id).length;
}

/** A file of routes that names a guard where only a run would show which of its routes use it. */
function hiddenUse({ project }: Surveyor, id: string): string | undefined {
  const quoted = [`'${id}'`, `"${id}"`, `\`${id}\``];
  const names = (file: string) => quoted.some((each) => project.read(file)?.includes(each));
  return project.files.find((file) => /\/routes\//.test(file) && names(file));
}

/** Whether a middleware only sets `populate` for reads of content types. Then `api.populate` gets the value. */
function becomesSetting({ core, routes, types, findings }: Surveyor, piece: GuardPiece, proposal: Proposal): boolean {
  const { id, file, line, populate } = piece;
  const value = populate?.value;
  if (populate === undefined || !isPopulated(value)) return false;
  const uses = [...core, ...routes].filter((route) => route.middlewares.includes(id));
  const readers = uses.filter(isRead);
  if (readers.length !== uses.length || uses.length === 0) return false;
  const names = types.filter(({ uid }) => readers.some((route) => route.uid === uid)).map(({ name }) => name);
  if (names.length === 0) return false;
  for (const { uid, action } of readers) {
    const type = types.find((each) => each.uid === uid);
    if (type) proposePopulate(proposal, type, action, { ...populate, value });
  }
  const note = `api.populate of ${names.join(', ')}; ${populateNote(populate)}`;
  findings.push({
    outcome: 'translated',
    kind: 'middleware',
    file,
    line,
    name: id,
    note,
    target: 'content-gen.config.ts',
  });
  return true;
}

/** What a request with a populate of its own gets. */
export function populateNote({ isForced }: WrittenPopulate): string {
  return isForced
    ? 'requests get it whatever they name, as before'
    : 'requests that name populate themselves get what they name';
}

function isRead(route: CorePiece | RoutePiece): route is CorePiece & { readonly action: 'find' | 'findOne' } {
  return 'action' in route && (route.action === 'find' || route.action === 'findOne');
}

/** Whether a value can stand in `api.populate`. */
export function isPopulated(value: unknown): value is string | readonly string[] | Readonly<Record<string, unknown>> {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

function findingOf(
  guard: Guard,
  uses: number,
  { isGlobal, hiddenIn }: { readonly isGlobal: boolean; readonly hiddenIn: string | undefined },
): Finding {
  const { id, file, line, module, asksForUser, isTransparent, problem } = guard;
  const kind = module === 'middlewares' ? 'middleware' : 'policy';
  const base = { outcome: 'hand', kind, file, line, name: id, target: `src/moved/${module}.ts` } as const;
  if (asksForUser) return { ...base, outcome: 'translated', note: 'refuses callers who have not signed in' };
  if (uses === 0) {
    const note =
      hiddenIn === undefined ? 'no route uses it' : `only a run would show which routes of ${hiddenIn} use it`;
    return { ...base, effect: 'optional', note, problems: [problem] };
  }
  if (isTransparent) return { ...base, effect: 'differs', note: 'it lets every request pass, and so does its stub' };
  const rule = kind === 'policy' ? ', or write the rule as a permission' : '';
  const note = `${isGlobal ? 'every request answers' : 'its routes answer'} 501 until you port its stub${rule}`;
  return { ...base, effect: 'closed', note, problems: [problem] };
}

/** `global::is-admin` → `isAdmin`, `api::article.is-owner` → `articleIsOwner` */
function symbolFor(id: string, taken: Set<string>): string {
  const words = id
    .replace(/^\w+::/, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const [api, name] = words.split('-', 2);
  let symbol = camelCase(api !== undefined && name === api ? words.slice(api.length + 1) : words);
  if (!/^[A-Za-z]/.test(symbol)) symbol = `own${symbol}`;
  while (taken.has(symbol)) symbol += '_';
  taken.add(symbol);
  return symbol;
}
