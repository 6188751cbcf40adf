import { lineOf } from '../sources/project.js';
import { type Module, walk } from '../sources/module.js';
import type { Surveyor } from './surveyor.js';

/** The type of the permissions, and their tables. */
const STORE = /plugin::users-permissions\.permission\b|\bup_permissions\b/;
const REMOVES = /\.(delete|deleteMany|del|truncate)\(/;
const ACTION = /^(api|plugin)::[\w-]+\.[\w-]+\.\w+$/;

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
