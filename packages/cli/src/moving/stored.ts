import { isObject } from '../config/plain-object.js';
import type { Source } from '../transfer/source.js';

/** The part of a Strapi database that becomes settings. */
export interface Stored {
  readonly roles: readonly StoredRole[];
  /** `['en', 'fr']` */
  readonly locales: readonly string[];
  readonly defaultLocale?: string;
  /** The settings of users in the admin panel. */
  readonly users: Readonly<Record<string, unknown>>;
}

export interface StoredRole {
  /** `public` */
  readonly type: string;
  readonly name: string;
  readonly description: string;
  /** `api::article.article.find` */
  readonly actions: readonly string[];
}

const ROLE = 'plugin::users-permissions.role';
const PERMISSION = 'plugin::users-permissions.permission';
const LOCALE = 'plugin::i18n.locale';

/** Reads roles, permissions, locales and the settings of users from an archive or a database of Strapi. */
export async function readStored(source: Source): Promise<Stored> {
  const roles = new Map<unknown, { readonly type: string; readonly name: string; readonly description: string }>();
  const actions = new Map<unknown, string>();
  const locales = new Set<string>();
  for await (const { type, id, values } of source.entities((name) => [ROLE, PERMISSION, LOCALE].includes(name))) {
    const text = (name: string) => String(values[name] ?? '');
    if (type === ROLE) roles.set(id, { type: text('type'), name: text('name'), description: text('description') });
    if (type === PERMISSION) actions.set(id, text('action'));
    if (type === LOCALE) locales.add(text('code'));
  }
  const allowed = new Map<unknown, string[]>();
  for await (const { owner, target } of source.links((name) => name === PERMISSION)) {
    const action = owner.type === PERMISSION && target.type === ROLE ? actions.get(owner.id) : undefined;
    if (action !== undefined) allowed.set(target.id, [...(allowed.get(target.id) ?? []), action]);
  }
  const { plugin_i18n_default_locale: defaultLocale, 'plugin_users-permissions_advanced': users } =
    await source.settings();
  return {
    roles: [...roles].flatMap(([id, role]) =>
      role.type === '' ? [] : [{ ...role, actions: (allowed.get(id) ?? []).toSorted() }],
    ),
    locales: [...locales].filter((code) => code !== ''),
    ...(typeof defaultLocale === 'string' ? { defaultLocale } : {}),
    users: isObject(users) ? users : {},
  };
}
