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

export function actionsOf(type: string): readonly string[] {
  return (Object.hasOwn(pluginActions, type) ? pluginActions[type] : undefined) ?? contentActions;
}
