import type { Settings } from '@content-gen/runtime';

import type { ContentModel, ContentType } from '../model/model.js';
import type { Endpoint } from './event.js';

/** The paths of a project's content types, in the order of their names. */
export function endpointsOf(model: ContentModel, prefix: string): Endpoint[] {
  return model.contentTypes.filter(hasRoutes).flatMap((type) => {
    if (type.kind === 'singleType') {
      return [{ type: type.name, path: `${prefix}/${type.name}`, methods: ['GET', 'PUT', 'DELETE'] }];
    }
    const path = `${prefix}/${type.plural}`;
    return [
      { type: type.name, path, methods: ['GET', 'POST'] },
      { type: type.name, path: `${path}/:documentId`, methods: ['GET', 'PUT', 'DELETE'] },
    ];
  });
}

/** The path of a list or single type that anybody may read. */
export function publicPath(model: ContentModel, { api, permissions }: Settings): string | undefined {
  const open = permissions['public'] ?? {};
  const type = model.contentTypes
    .filter(hasRoutes)
    .find(
      ({ name }) => open === '*' || actionsOf(open[name] ?? []).some((action) => action === '*' || action === 'find'),
    );
  return type && `${api.prefix}/${type.kind === 'singleType' ? type.name : type.plural}`;
}

type TypePermission = Exclude<Settings['permissions'][string], '*'>[string];

function actionsOf(permission: TypePermission): readonly string[] {
  if (typeof permission === 'string') return [permission];
  return 'actions' in permission ? actionsOf(permission.actions) : permission;
}

/** Users have endpoints of their own kind. */
function hasRoutes({ uid }: ContentType): boolean {
  return uid !== 'plugin::users-permissions.user';
}
