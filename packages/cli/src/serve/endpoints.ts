import type { Settings } from '@content-gen/runtime';

import type { ContentModel, ContentType } from '../model/model.js';
import type { Endpoint } from '../terminal/serve-event.js';

/** The paths of all content types, sorted by name. */
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

/** The path of a first request to try: a public path if the project has a public path. */
export function firstPath(
  { contentTypes }: ContentModel,
  { api, permissions }: Settings,
): { readonly path: string; readonly isPublic: boolean } | undefined {
  const open = permissions['public'] ?? {};
  const isPublic = ({ name }: ContentType) =>
    open === '*' || actionsOf(open[name] ?? []).some((action) => action === '*' || action === 'find');
  const types = contentTypes.filter(hasRoutes);
  const type = types.find(isPublic) ?? types[0];
  if (type === undefined) return undefined;
  return { path: `${api.prefix}/${type.kind === 'singleType' ? type.name : type.plural}`, isPublic: isPublic(type) };
}

type TypePermission = Exclude<Settings['permissions'][string], '*'>[string];

function actionsOf(permission: TypePermission): readonly string[] {
  if (typeof permission === 'string') return [permission];
  return 'actions' in permission ? actionsOf(permission.actions) : permission;
}

/** The runtime serves users with other endpoints. */
function hasRoutes({ uid }: ContentType): boolean {
  return uid !== 'plugin::users-permissions.user';
}
