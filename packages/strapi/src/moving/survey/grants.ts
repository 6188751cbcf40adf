import { lineOf } from '../sources/project.js';
import { type Module, walk } from '../sources/module.js';
import type { Surveyor } from './surveyor.js';

/** The type of the permissions, and their tables. */
const STORE = /plugin::users-permissions\.permission\b|\bup_permissions\b/;
const REMOVES = /\.(delete|deleteMany|del|truncate)\(/;
const ACTION = /^(api|plugin)::[\w-]+\.[\w-]+\.\w+$/;

/** Settings of users that the admin panel keeps under this key. */
const ADVANCED = /\bkey:\s*['"]advanced['"]/;
const SETTINGS = ['email_confirmation', 'default_role', 'allow_register', 'unique_email', 'email_reset_password'];

/** Code that writes settings of users into the database of Strapi. */
export function readUserSettings({ findings }: Surveyor, { source, file }: Module): void {
  const [key] = ADVANCED.exec(source.text) ?? [];
  if (key === undefined || !/users-permissions/.test(source.text) || !/\.set\(/.test(source.text)) return;
  const named = SETTINGS.filter((name) => source.text.includes(name));
  findings.push({
    outcome: 'hand',
    effect: 'differs',
    kind: 'setting',
    file,
    line: lineOf(source.text, key),
    name: 'settings of users that code writes',
    note: `write them into users of the config${named.length === 0 ? '' : `: ${named.join(', ')}`}`,
  });
}

/** Code that writes permissions into the database of Strapi, usually in `bootstrap`. */
export function readGrants({ findings }: Surveyor, module: Module): void {
  const { tsc, source, file } = module;
  const [store] = STORE.exec(source.text) ?? [];
  if (store === undefined) return;
  const actions = new Set<string>();
  walk(module, source, (node) => {
    if (tsc.isStringLiteralLike(node) && ACTION.test(node.text)) actions.add(node.text);
  });
  const removed = REMOVES.test(source.text) ? '; the code also removes rows, so look which permissions are left' : '';
  const named = actions.size === 0 ? '' : `: ${[...actions].join(', ')}`;
  findings.push({
    outcome: 'hand',
    kind: 'permission',
    file,
    line: lineOf(source.text, store),
    name: 'permissions that code writes',
    note: `write them into permissions of the config${named}${removed}`,
  });
}
