import type { RoutePiece, TypePiece } from '../survey/pieces.js';

/** Whether a route has the method and the path that every API of Strapi has for this action. */
export function sameAs(
  type: TypePiece,
  action: string,
  { method, path }: Pick<RoutePiece, 'method' | 'path'>,
): boolean {
  const core = corePath(type, action);
  return (
    core !== undefined && core.method === method && core.path === path.replace(/\/$/, '').replaceAll(/:\w+/g, ':id')
  );
}

/** The route of an action in every API of Strapi. A single type has no route for `findOne` and `create`. */
export function corePath(
  { path, isSingle }: TypePiece,
  action: string,
): { readonly method: string; readonly path: string } | undefined {
  const one = isSingle ? path : `${path}/:id`;
  if (isSingle && (action === 'findOne' || action === 'create')) return undefined;
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

/** The routes beside those of Strapi that write, and would go around a closed write. */
export function detoursOf({
  path,
  isSingle,
}: TypePiece): readonly { readonly method: string; readonly path: string }[] {
  const one = isSingle ? path : `${path}/:documentId`;
  return [...(isSingle ? [] : [`${path}/actions/bulk`]), `${one}/actions/:action{(?:publish|unpublish|discard)}`].map(
    (each) => ({ method: 'POST', path: each }),
  );
}
