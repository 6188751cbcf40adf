import { isObject, type Source, type SourceWebhook } from 'content-gen/tools';

import { type StoredView, readViews } from './views/stored-view.js';

/** The part of a Strapi database that becomes settings. */
export interface Stored {
  readonly roles: readonly StoredRole[];
  /** `['en', 'fr']` */
  readonly locales: readonly string[];
  readonly defaultLocale?: string;
  /** The settings of users in the admin panel. */
  readonly users: Readonly<Record<string, unknown>>;
  readonly tokens: readonly StoredToken[];
  readonly webhooks: readonly SourceWebhook[];
  /** How lists and forms of content types and components look. */
  readonly views: readonly StoredView[];
  /** The schemas by uid, with the stored types of custom fields. */
  readonly schemas: Readonly<Record<string, unknown>>;
}

export interface StoredRole {
  /** `public` */
  readonly type: string;
  readonly name: string;
  readonly description: string;
  /** `api::article.article.find` */
  readonly actions: readonly string[];
  /** The file that has the role, if the project keeps roles in files. */
  readonly file?: string;
}

/** An API token of Strapi, without the secret. */
export interface StoredToken {
  readonly name: string;
  /** `full-access`, `read-only` or `custom` */
  readonly type: string;
  /** `api::article.article.find`, of a custom token. */
  readonly actions: readonly string[];
}

const ROLE = 'plugin::users-permissions.role';
const PERMISSION = 'plugin::users-permissions.permission';
const LOCALE = 'plugin::i18n.locale';
const TOKEN = 'admin::api-token';
const RIGHT = 'admin::api-token-permission';
const READ = [ROLE, PERMISSION, LOCALE, TOKEN, RIGHT];

/** Reads roles, permissions, locales and other settings from an archive or a database of Strapi. */
export async function readStored(source: Source): Promise<Stored> {
  const rows = await readRows(source);
  const of = (type: string) => rows.filter((row) => row.type === type);
  const roles = of(ROLE).map(({ id, text }) => ({
    type: text('type'),
    name: text('name'),
    description: text('description'),
    actions: actionsOf(of(PERMISSION), `${ROLE} ${id}`),
  }));
  const tokens = of(TOKEN)
    .filter(({ text }) => text('kind') !== 'admin')
    .map(({ id, text }) => ({
      name: text('name'),
      type: text('type'),
      actions: actionsOf(of(RIGHT), `${TOKEN} ${id}`),
    }));
  const codes = of(LOCALE).map(({ text }) => text('code'));
  return {
    roles: roles.filter(({ type }) => type !== ''),
    locales: [...new Set(codes)].filter((code) => code !== ''),
    ...readSettings(await source.settings()),
    tokens,
    webhooks: await source.webhooks(),
    schemas: await source.schemas(),
  };
}

interface StoredRow {
  readonly type: string;
  readonly id: number;
  readonly text: (name: string) => string;
  /** The row that a permission belongs to. */
  owner?: string;
}

async function readRows(source: Source): Promise<readonly StoredRow[]> {
  const rows = new Map<string, StoredRow>();
  for await (const { type, id, values } of source.entities((name) => READ.includes(name)))
    if (READ.includes(type)) rows.set(`${type} ${id}`, { type, id, text: (name) => String(values[name] ?? '') });
  for await (const { owner, target } of source.links((name) => name === PERMISSION || name === RIGHT)) {
    const row = rows.get(`${owner.type} ${owner.id}`);
    if (row !== undefined && (target.type === ROLE || target.type === TOKEN)) row.owner = `${target.type} ${target.id}`;
  }
  return [...rows.values()];
}

function actionsOf(rights: readonly StoredRow[], owner: string): readonly string[] {
  return rights
    .filter((right) => right.owner === owner)
    .map(({ text }) => text('action'))
    .toSorted();
}

/** Reads the store of Strapi, by its keys. */
export function readSettings(
  settings: Readonly<Record<string, unknown>>,
): Pick<Stored, 'defaultLocale' | 'users' | 'views'> {
  const { plugin_i18n_default_locale: defaultLocale, 'plugin_users-permissions_advanced': users } = settings;
  return {
    ...(typeof defaultLocale === 'string' ? { defaultLocale } : {}),
    users: isObject(users) ? users : {},
    views: readViews(settings),
  };
}
