/** Archives in the format of `strapi export`, made with the tar of the system. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { type Files, temporaryProject } from '../temporary-project.js';

type Row = Readonly<Record<string, unknown>>;

const lines = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

export interface ArchiveContent {
  /** The actions of each role. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  readonly locales?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly webhooks?: readonly Row[];
  readonly schemas?: readonly Row[];
  /** API tokens by name. Archives of Strapi have none, its databases have. */
  readonly tokens?: Readonly<Record<string, { readonly type: string; readonly actions: readonly string[] }>>;
}

export function strapiArchive({
  roles,
  locales = [],
  settings = {},
  webhooks = [],
  schemas = [],
  tokens = {},
}: ArchiveContent): string {
  const names = Object.keys(roles);
  const permissions = Object.entries(roles).flatMap(([role, actions]) => actions.map((action) => ({ role, action })));
  const entities: Row[] = [
    // Content comes first and has long lines, so that a reader must skip it.
    { type: 'api::article.article', id: 1, data: { title: 'ä'.repeat(100_000) } },
    ...names.map((type, index) => ({
      type: 'plugin::users-permissions.role',
      id: index + 1,
      data: { type, name: `Role ${type}`, description: `About ${type}` },
    })),
    ...permissions.map(({ action }, index) => ({
      type: 'plugin::users-permissions.permission',
      id: index + 1,
      data: { action },
    })),
    ...locales.map((code, index) => ({ type: 'plugin::i18n.locale', id: index + 1, data: { code, name: code } })),
  ];
  const links = permissions.map(({ role }, index) => ({
    kind: 'relation.basic',
    relation: 'manyToOne',
    left: { type: 'plugin::users-permissions.permission', ref: index + 1, field: 'role' },
    right: { type: 'plugin::users-permissions.role', ref: names.indexOf(role) + 1, field: 'permissions' },
  }));
  const rights = Object.values(tokens).flatMap(({ actions }, owner) => actions.map((action) => ({ owner, action })));
  entities.push(
    ...Object.entries(tokens).map(([name, { type }], at) => ({
      type: 'admin::api-token',
      id: at + 1,
      data: { name, type },
    })),
    ...rights.map(({ action }, at) => ({ type: 'admin::api-token-permission', id: at + 1, data: { action } })),
  );
  links.push(
    ...rights.map(({ owner }, at) => ({
      kind: 'relation.basic',
      relation: 'manyToOne',
      left: { type: 'admin::api-token-permission', ref: at + 1, field: 'token' },
      right: { type: 'admin::api-token', ref: owner + 1, field: 'permissions' },
    })),
  );
  const stored = Object.entries(settings).map(([key, value]) => ({
    type: 'core-store',
    value: { key, value: JSON.stringify(value) },
  }));
  return packed({
    ...metadata,
    'entities/entities_00001.jsonl': lines(entities),
    'links/links_00001.jsonl': lines(links),
    'configuration/configuration_00001.jsonl': lines([
      ...stored,
      ...webhooks.map((value) => ({ type: 'webhook', value })),
    ]),
    'schemas/schemas_00001.jsonl': lines(schemas),
  });
}

export const metadata: Files = { 'metadata.json': { strapi: { version: '5.31.0' } } };

export function packed(files: Files): string {
  const root = temporaryProject(files);
  const archive = join(root, 'export.tar.gz');
  const folders = [...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))];
  execFileSync('tar', ['--format=ustar', '-czf', archive, '-C', root, ...folders]);
  return archive;
}
