import { pluginActions } from './actions.js';

/** The names of Strapi's own types here. */
const PLUGINS: Readonly<Record<string, string>> = {
  'plugin::users-permissions.auth': 'auth',
  'plugin::users-permissions.user': 'user',
  'plugin::users-permissions.role': 'role',
  'plugin::upload.content-api': 'upload',
};

/** The actions that the core controllers of Strapi have. */
export const coreActions = ['find', 'findOne', 'create', 'update', 'delete'] as const;

export interface GrantedAction {
  /** `article`, or `upload`. */
  readonly type: string;
  readonly action: string;
}

/** The actions here that a right of Strapi stands for: `api::article.article.find`. Empty if the API has none. */
export function grantedActions(right: string, nameOf: (uid: string) => string | undefined): readonly GrantedAction[] {
  const at = right.lastIndexOf('.');
  const [owner, action] = [right.slice(0, at), right.slice(at + 1)];
  if (right === 'plugin::i18n.locales.listLocales') return [{ type: 'locale', action: 'find' }];
  const plugin = PLUGINS[owner];
  if (plugin !== undefined) {
    if (!pluginActions[plugin]?.includes(action)) return [];
    // In Strapi, the right to upload includes replacing files.
    const more = plugin === 'upload' && action === 'upload' ? [{ type: plugin, action: 'replace' }] : [];
    return [{ type: plugin, action }, ...more];
  }
  const type = nameOf(owner);
  const isCore = coreActions.some((core) => core === action);
  return type !== undefined && isCore ? [{ type, action }] : [];
}
