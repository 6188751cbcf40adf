import { lineOf } from '../sources/project.js';
import type { Module } from '../sources/module.js';
import type { Surveyor } from './surveyor.js';

const STORE = 'plugin::users-permissions.permission';
const ACTION = /['"`]((?:api|plugin)::[\w-]+\.[\w-]+\.\w+)['"`]/g;

/** Code that writes permissions into the database of Strapi, usually in `bootstrap`. */
export function readGrants({ findings }: Surveyor, { file, source }: Module): void {
  if (!source.text.includes(STORE)) return;
  const actions = [...new Set([...source.text.matchAll(ACTION)].map(([, action]) => action))];
  const named = actions.length === 0 ? '' : `: ${actions.join(', ')}`;
  findings.push({
    outcome: 'hand',
    kind: 'permission',
    file,
    line: lineOf(source.text, STORE),
    name: 'permissions that code writes',
    note: `write them into permissions of the config${named}`,
  });
}
