import { basename, dirname } from 'node:path/posix';

import { isObject } from 'content-gen/tools';

import type { StrapiProject } from './sources/project.js';
import { isSyncFile } from './sources/sync-files.js';
import { type Stored, type StoredRole, readSettings } from './stored.js';

/** Settings that the plugin config-sync wrote from the database of Strapi into files. */
export interface Synced {
  /** `config/sync` */
  readonly folder: string;
  readonly files: readonly string[];
  readonly stored: Stored;
}

/** Reads the folder of config-sync. Undefined if the project has no such folder. */
export function readSynced(project: StrapiProject): Synced | undefined {
  const first = project.files.find(isSyncFile);
  if (first === undefined) return undefined;
  const folder = dirname(first);
  const files = project.files.filter((file) => file.startsWith(`${folder}/`) && file.endsWith('.json'));
  const contents = files.map((file) => ({ file, kind: basename(file).split('.')[0], value: parsed(project, file) }));
  const of = (kind: string) => contents.filter((each) => each.kind === kind);
  const settings = of('core-store').map(({ value }) => [textOf(value['key']), jsonOf(value['value'])] as const);
  const codes = of('i18n-locale').map(({ value }) => textOf(value['code']));
  const stored: Stored = {
    roles: of('user-role').flatMap(({ file, value }) => roleOf(file, value)),
    locales: codes.filter((code) => code !== ''),
    ...readSettings(Object.fromEntries(settings)),
    tokens: [],
    webhooks: [],
    schemas: {},
  };
  return { folder, files, stored };
}

function roleOf(file: string, value: Readonly<Record<string, unknown>>): readonly StoredRole[] {
  const { type, name, description, permissions } = value;
  if (typeof type !== 'string' || type === '') return [];
  const actions = (Array.isArray(permissions) ? permissions : []).flatMap((each: unknown) =>
    isObject(each) && typeof each['action'] === 'string' ? [each['action']] : [],
  );
  return [{ type, name: textOf(name), description: textOf(description), actions: actions.toSorted(), file }];
}

function parsed(project: StrapiProject, file: string): Readonly<Record<string, unknown>> {
  const value = jsonOf(project.read(file));
  return isObject(value) ? value : {};
}

/** A file that an editor broke has no settings. */
function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
