import { coreActions } from 'content-gen/tools';

import type { Proposal } from '../config/proposal.js';
import type { ClosedPiece, TypePiece } from '../survey/pieces.js';
import type { Surveyor } from '../survey/surveyor.js';
import { corePath, detoursOf, sameAs } from './core-path.js';
import type { MovedRoute } from './routes.js';

/**
 * Closes the actions for which Strapi had no route: `only` and `except` of a core router, and types without such a
 * router. Roles lose the permission, because the panel of Strapi grants rights also without a route. API tokens get a
 * 404, because a token with full or read-only access has the rights of all types.
 */
export function closeUnrouted(
  surveyor: Surveyor,
  { permissions }: Proposal,
): readonly (readonly [string, MovedRoute])[] {
  const { types, findings } = surveyor;
  return unroutedActions(surveyor).flatMap(({ kind, file, line, uid, actions }) => {
    const type = types.find((each) => each.uid === uid);
    for (const granted of permissions.values())
      for (const action of actions) granted.get(type?.name ?? '')?.delete(action);
    const name = `${uid} without ${actions.join(', ')}`;
    const note = 'Strapi had no such routes: API tokens get a 404, and roles a 403 unless you add a permission';
    findings.push({ outcome: 'translated', kind, file, line, name, note });
    return type === undefined ? [] : stubsOf(type, actions);
  });
}

/** `permission`: a project without code of Strapi has no routers, and `check` warns of routes and not of permissions. */
type Unrouted = ClosedPiece & { readonly kind: 'route' | 'permission' };

function unroutedActions({ closed, types, routers, routes, interceptors }: Surveyor): readonly Unrouted[] {
  const isListed = (type: TypePiece | undefined, action: string) =>
    type !== undefined && routes.some((route) => sameAs(type, action, route));
  const leftOut = closed.map((piece): Unrouted => {
    const type = types.find(({ uid }) => uid === piece.uid);
    return { ...piece, kind: 'route', actions: piece.actions.filter((action) => !isListed(type, action)) };
  });
  // Code that closes all routes of a type may make its router.
  const isHidden = (uid: string) =>
    interceptors.some(({ kind, reach }) => kind === 'route' && reach.of === 'types' && reach.covers(uid));
  const withoutRouter = types
    .filter(({ uid }) => !routers.includes(uid) && !isHidden(uid))
    .map((type): Unrouted => {
      const actions = coreActions.filter((action) => corePath(type, action) !== undefined && !isListed(type, action));
      return { kind: 'permission', file: type.file, line: 1, uid: type.uid, actions };
    });
  return [...leftOut, ...withoutRouter].filter(({ actions }) => actions.length > 0);
}

const WRITES = ['create', 'update', 'delete'];

/** A stub for each route of the actions. Bulk writes and publishing would go around those of writes. */
function stubsOf(type: TypePiece, actions: readonly string[]): readonly (readonly [string, MovedRoute])[] {
  const paths = [
    ...actions.flatMap((action) => corePath(type, action) ?? []),
    ...(actions.some((action) => WRITES.includes(action)) ? detoursOf(type) : []),
  ];
  return paths.map(({ method, path }) => [
    type.api,
    {
      method,
      path: path.replace(':id', ':documentId'),
      guards: [],
      foreign: [],
      quoted: [],
      isGenerated: true,
      isUnrouted: true,
      problem: '',
    },
  ]);
}
