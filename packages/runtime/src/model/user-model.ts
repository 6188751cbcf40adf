import type { Content } from '../content/content.js';
import { NotFoundError } from '../errors/index.js';
import type { AnyModel } from './model.js';

const USER_UID = 'plugin::users-permissions.user';

export function findUserModel(content: Content): AnyModel | undefined {
  return content.modelsByUid.get(USER_UID);
}

/** A project without users has none of their routes. */
export function userModel(content: Content): AnyModel {
  const model = findUserModel(content);
  if (model === undefined) throw new NotFoundError();
  return model;
}
