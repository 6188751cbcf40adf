import type { ContentModel } from '../model/model.js';
import { userUid } from '../model/names/names.js';

/** The actions of every content type. */
const contentActions = ['find', 'findOne', 'create', 'update', 'delete', 'findDraft', 'publish', 'bulk'] as const;

/** The actions of endpoints that belong to no content type. */
export const pluginActions: Readonly<Record<string, readonly string[]>> = {
  user: ['me', 'find', 'findOne', 'count', 'create', 'update', 'destroy'],
  role: ['find', 'findOne'],
  auth: [
    'callback',
    'register',
    'refresh',
    'logout',
    'changePassword',
    'forgotPassword',
    'resetPassword',
    'emailConfirmation',
    'sendEmailConfirmation',
    'connect',
  ],
  upload: ['find', 'findOne', 'findPage', 'upload', 'replace', 'destroy'],
  locale: ['find'],
};

/** The actions that a permission of this name may list. A content type may have the name of a part of the API. */
export function actionsOf(name: string, { contentTypes }: Pick<ContentModel, 'contentTypes'>): readonly string[] {
  const ofPlugin = Object.hasOwn(pluginActions, name) ? pluginActions[name] : undefined;
  if (ofPlugin === undefined) return contentActions;
  const isContent = contentTypes.some((type) => type.name === name && type.uid !== userUid);
  return isContent ? [...new Set([...contentActions, ...ofPlugin])] : ofPlugin;
}
