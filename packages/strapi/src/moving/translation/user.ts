import { isObject } from 'content-gen/tools';

import { hasSchema } from '../sources/schema-files.js';
import type { MovedFile } from '../files.js';
import type { Surveyor } from '../survey/surveyor.js';

/** Strapi reads no definition in this folder, so the file changes nothing for the old project. */
const FILE = 'content/user.json';
/** The attributes that every user has. */
const BASE = [
  'username',
  'email',
  'provider',
  'password',
  'resetPasswordToken',
  'confirmationToken',
  'confirmed',
  'blocked',
  'role',
];

/**
 * The definition of the user with the attributes that code adds. Undefined if code adds no attribute that can be read.
 */
export function translateUser({ project, userAttributes, findings }: Surveyor): MovedFile | undefined {
  const schema = project.files.find(
    (file) => /^src\/extensions\/users-permissions\/.*\/user\//.test(file) && hasSchema(file),
  );
  const text = schema === undefined ? '' : (project.read(schema) ?? '');
  const added = userAttributes.filter(({ name }) => !BASE.includes(name) && !text.includes(`"${name}"`));
  const attributes: Record<string, unknown> = {};
  for (const { name, value, file, line } of added) {
    const isKnown = isObject(value) && typeof value['type'] === 'string';
    const place = { kind: 'extension', file, line, name: `user.${name}` } as const;
    if (isKnown) {
      attributes[name] = value;
      findings.push({ ...place, outcome: 'translated', target: FILE });
    } else {
      const note = `only a run would show it; add the attributes to ${schema ?? FILE}`;
      findings.push({ ...place, outcome: 'hand', note });
    }
  }
  if (Object.keys(attributes).length === 0) return undefined;
  const info = { singularName: 'user', pluralName: 'users', displayName: 'User' };
  const definition = { kind: 'collectionType', info, options: { draftAndPublish: false }, attributes };
  return { path: FILE, content: `${JSON.stringify(definition, undefined, 2)}\n` };
}
