import type { ContentModel } from '../model/model.js';
import { userUid } from '../model/names/names.js';

/** The actions of content types, in the order of `surface.lock.json`. */
const contentActions = [
  'find',
  'findOne',
  'create',
  'update',
  'delete',
  'findDraft',
  'createDraft',
  'updateDraft',
  'publish',
  'bulk',
] as const;

/** The actions that write drafts alone, by the actions that may also publish and include them. */
const draftActions: Readonly<Record<string, string>> = { create: 'createDraft', update: 'updateDraft' };

/** The action that writes drafts alone, of an action that may also publish. */
export function draftActionOf(action: string): string | undefined {
  return Object.hasOwn(draftActions, action) ? draftActions[action] : undefined;
}

/** The action that includes an action that writes drafts alone. */
export function publishingActionOf(action: string): string | undefined {
  return Object.keys(draftActions).find((key) => draftActions[key] === action);
}

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
  const type = contentTypes.find((each) => each.name === name && each.uid !== userUid);
  if (ofPlugin !== undefined && type === undefined) return ofPlugin;
  const ofType = contentActions.filter(
    (action) => type?.draftAndPublish !== false || publishingActionOf(action) === undefined,
  );
  return [...new Set([...ofType, ...(ofPlugin ?? [])])];
}
