import { camelCase } from '../../model/names/names.js';
import type { Finding } from '../finding.js';
import type { GlobalMiddleware } from '../config/read.js';
import type { Proposal } from '../config/proposal.js';
import type { CorePiece, GuardPiece, RoutePiece } from '../survey/pieces.js';
import type { Surveyor } from '../survey/surveyor.js';

/** A policy or middleware as a constant of the new project. */
export interface Guard extends GuardPiece {
  /** `isOwner` */
  readonly symbol: string;
  readonly module: 'policies' | 'middlewares';
}

export interface Guards {
  readonly all: readonly Guard[];
  /** The middlewares around every request, in their order. */
  readonly global: readonly Guard[];
  /** By the id that routes use. Guards of plugins, and functions in routes, are not in there. */
  find(id: string): Guard | undefined;
  /** Whether a setting has taken the place of this middleware. */
  isSetting(id: string): boolean;
}

/** Names policies and middlewares, and turns those that only set `populate` into a setting. */
export function translateGuards(surveyor: Surveyor, global: readonly GlobalMiddleware[], proposal: Proposal): Guards {
  const { policies, middlewares, findings } = surveyor;
  const taken = new Set<string>();
  const named = (piece: GuardPiece, module: Guard['module']): Guard => ({
    ...piece,
    module,
    symbol: symbolFor(piece.id, taken),
  });

  const kept = middlewares.filter((piece) => !becomesSetting(surveyor, piece, proposal));
  const all = [
    ...policies.map((piece) => named(piece, 'policies')),
    ...kept.map((piece) => named(piece, 'middlewares')),
  ];
  for (const guard of all) findings.push(findingOf(guard));
  for (const { id, file, line } of global) {
    if (all.some((guard) => guard.id === id)) continue;
    const note = 'its file was not found; a middleware of a plugin does not run here';
    findings.push({ outcome: 'hand', kind: 'middleware', file, line, name: id, note });
  }
  return {
    all,
    global: global.flatMap(({ id }) => all.filter((guard) => guard.id === id)),
    find: (id) => all.find((guard) => guard.id === id),
    isSetting: (id) => middlewares.some((piece) => piece.id === id) && !kept.some((piece) => piece.id === id),
  };
}

/** Whether a middleware only sets `populate` for reads of content types. Then `api.populate` has its value. */
function becomesSetting({ core, routes, types, findings }: Surveyor, piece: GuardPiece, proposal: Proposal): boolean {
  const { id, file, line, populate } = piece;
  if (populate === undefined || !isPopulated(populate)) return false;
  const uses = [...core, ...routes].filter((route) => route.middlewares.includes(id));
  const readers = uses.filter(isRead);
  if (readers.length !== uses.length || uses.length === 0) return false;
  const names = types.filter(({ uid }) => readers.some((route) => route.uid === uid)).map(({ name }) => name);
  if (names.length === 0) return false;
  proposal.api.populate = { ...proposal.api.populate, ...Object.fromEntries(names.map((name) => [name, populate])) };
  const note = `api.populate of ${names.join(', ')}; requests that name populate themselves get what they name`;
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

function isRead(route: CorePiece | RoutePiece): route is CorePiece {
  return 'action' in route && (route.action === 'find' || route.action === 'findOne');
}

/** Whether a value can stand in `api.populate`. */
export function isPopulated(value: unknown): value is NonNullable<Proposal['api']['populate']>[string] {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

function findingOf({ id, file, line, module, asksForUser }: Guard): Finding {
  const target = `src/moved/${module}.ts`;
  const base = { file, line, name: id, target };
  if (module === 'middlewares') {
    return { ...base, outcome: 'hand', kind: 'middleware', note: 'the stub does nothing until you port it' };
  }
  if (asksForUser)
    return { ...base, outcome: 'translated', kind: 'policy', note: 'refuses callers who have not signed in' };
  return {
    ...base,
    outcome: 'hand',
    kind: 'policy',
    note: 'the stub refuses every request until you port it, or write the rule as a permission',
  };
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
