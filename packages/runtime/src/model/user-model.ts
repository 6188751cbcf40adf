import { NotFoundError } from '../errors/index.js';
import type { AnyModel } from './model.js';

export const USER_UID = 'plugin::users-permissions.user';

interface Models {
  readonly modelsByUid: ReadonlyMap<string, AnyModel>;
}

export function findUserModel({ modelsByUid }: Models): AnyModel | undefined {
  return modelsByUid.get(USER_UID);
}

/** Throws a 404 in a project without users, because such a project has no routes for them. */
export function userModel(content: Models): AnyModel {
  const model = findUserModel(content);
  if (model === undefined) throw new NotFoundError();
  return model;
}
