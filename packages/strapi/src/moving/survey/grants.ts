import { lineOf } from '../sources/project.js';
import { type Module, walk } from '../sources/module.js';
import type { Surveyor } from './surveyor.js';

const STORE = 'plugin::users-permissions.permission';
const ACTION = /^(api|plugin)::[\w-]+\.[\w-]+\.\w+$/;

/** Code that writes permissions into the database of Strapi, usually in `bootstrap`. */
export function readGrants({ findings }: Surveyor, module: Module): void {
  const { tsc, source, file } = module;
  if (!source.text.includes(STORE)) return;
  const actions = new Set<string>();
  walk(module, source, (node) => {
    if (tsc.isStringLiteralLike(node) && ACTION.test(node.text)) actions.add(node.text);
  });
  const named = actions.size === 0 ? '' : `: ${[...actions].join(', ')}`;
  findings.push({
    outcome: 'hand',
    kind: 'permission',
    file,
    line: lineOf(source.text, STORE),
    name: 'permissions that code writes',
    note: `write them into permissions of the config${named}`,
  });
}
