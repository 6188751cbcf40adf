import { existsSync } from 'node:fs';

import { isObject } from '../../config/plain-object.js';
import { codeOf } from '../../diagnostics/thrown.js';
import { MovingProblem } from '../problem.js';
import { type ArchiveLine, linesOf } from './tar-lines.js';

/** The part of a Strapi database that becomes settings. */
export interface Archived {
  readonly roles: readonly ArchivedRole[];
  /** `['en', 'fr']` */
  readonly locales: readonly string[];
  readonly defaultLocale?: string;
  /** The settings of users in the admin panel. */
  readonly users: Readonly<Record<string, unknown>>;
}

export interface ArchivedRole {
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

type Fields = Readonly<Record<string, unknown>>;

/** Reads roles, permissions, locales and the settings of users from an archive of `strapi export`. */
export async function readArchive(archive: string): Promise<Archived> {
  if (!existsSync(archive)) throw new MovingProblem(`The archive ${archive} does not exist.`);
  if (archive.endsWith('.enc')) {
    throw new MovingProblem('The archive is encrypted. Export without encryption: strapi export --no-encrypt');
  }
  const found = {
    roles: new Map<string, Fields>(),
    actions: new Map<string, string>(),
    roleOf: new Map<string, string>(),
    locales: [] as string[],
    stored: new Map<string, unknown>(),
  };
  try {
    for await (const line of linesOf(archive, (file) =>
      /(^|\/)(entities|links|configuration)\/.*\.jsonl$/.test(file),
    )) {
      readLine(line, found);
    }
  } catch (error) {
    if (codeOf(error)?.startsWith('Z_')) throw new MovingProblem(`${archive} is not a tar.gz archive, or is damaged.`);
    throw error;
  }
  const roles = [...found.roles].map(([id, role]) => ({
    type: String(role['type'] ?? ''),
    name: String(role['name'] ?? ''),
    description: String(role['description'] ?? ''),
    actions: [...found.actions]
      .flatMap(([permission, action]) => (found.roleOf.get(permission) === id ? [action] : []))
      .sort(),
  }));
  const defaultLocale = found.stored.get('plugin_i18n_default_locale');
  const users = found.stored.get('plugin_users-permissions_advanced');
  return {
    roles: roles.filter(({ type }) => type !== ''),
    locales: [...new Set(found.locales)],
    ...(typeof defaultLocale === 'string' ? { defaultLocale } : {}),
    users: isObject(users) ? users : {},
  };
}

interface Found {
  readonly roles: Map<string, Fields>;
  readonly actions: Map<string, string>;
  readonly roleOf: Map<string, string>;
  readonly locales: string[];
  readonly stored: Map<string, unknown>;
}

function readLine({ file, text }: ArchiveLine, found: Found): void {
  // Most lines are content, which is not needed here.
  if (!/plugin::users-permissions\.(role|permission)"|plugin::i18n\.locale"|"core-store"/.test(text)) return;
  const record = parsed(text);
  if (file.includes('links/')) readLink(record, found);
  else if (file.includes('configuration/')) {
    const value = isObject(record['value']) ? record['value'] : {};
    const stored = value['value'];
    found.stored.set(String(value['key']), typeof stored === 'string' ? parsedValue(stored) : stored);
  } else {
    const data = isObject(record['data']) ? record['data'] : {};
    const id = String(record['id']);
    if (record['type'] === ROLE) found.roles.set(id, data);
    if (record['type'] === PERMISSION) found.actions.set(id, String(data['action']));
    if (record['type'] === LOCALE && typeof data['code'] === 'string') found.locales.push(data['code']);
  }
}

/** A link has the permission on one side and the role on the other. */
function readLink(record: Fields, { roleOf }: Found): void {
  const [left, right] = [record['left'], record['right']];
  if (!isObject(left) || !isObject(right)) return;
  const sides = [left, right];
  const permission = sides.find(({ type }) => type === PERMISSION);
  const role = sides.find(({ type }) => type === ROLE);
  if (permission && role) roleOf.set(String(permission['ref']), String(role['ref']));
}

function parsed(text: string): Fields {
  const record = parsedValue(text);
  if (!isObject(record)) throw new MovingProblem('The archive has a line that is not JSON.');
  return record;
}

function parsedValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A setting may be plain text.
    return text;
  }
}
