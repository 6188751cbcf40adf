/** What can be done to a content type. */
const contentActions = ['find', 'findOne', 'create', 'update', 'delete', 'findDraft', 'publish'] as const;

/** What can be done to the parts of the API that are not content types. */
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
  upload: ['find', 'findOne', 'findPage', 'upload', 'destroy'],
  locale: ['find'],
};

export function actionsOf(type: string): readonly string[] {
  return (Object.hasOwn(pluginActions, type) ? pluginActions[type] : undefined) ?? contentActions;
}
