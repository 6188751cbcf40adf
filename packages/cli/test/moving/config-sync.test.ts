/** Settings of the admin panel: in the files of config-sync, or in an archive. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { inProcess } from '../in-process.js';
import { temporaryProject, workspace, writeFiles } from '../temporary-project.js';
import { strapiArchive } from './archive.js';

const textOf = (root: string, path: string): string => readFileSync(join(root, path), 'utf8').replaceAll(/\s+/g, ' ');

function guide(): string {
  const root = temporaryProject({});
  cpSync(join(workspace, 'fixtures', 'moving', 'config-sync'), root, { recursive: true });
  return root;
}

const layout = 'core-store.plugin_content_manager_configuration_components##blocks.';

test('the config has the roles, permissions and locales of config-sync, whose files are one line of the report', async () => {
  const root = guide();
  const layouts = Array.from({ length: 200 }, (_, at) => [
    `config/sync/${layout}part-${at}.json`,
    { key: `plugin_content_manager_configuration_components::blocks.part-${at}`, value: {} },
  ]);
  writeFiles(root, { ...Object.fromEntries(layouts), 'config/sync/core-store.broken.json': '{' });
  expect(await inProcess(root, ['move'])).toMatchObject({ code: 0, stderr: '' });
  const config = textOf(root, 'content-gen.config.ts');
  expect(config).toContain("locales: { default: 'de', all: ['de', 'en'] }");
  expect(config).toContain(
    "public: { auth: ['callback', 'register'], hut: ['find'], trail: [ 'find', 'findOne', // 'findDraft', ], }",
  );
  // No type without drafts, and no role that only writes.
  expect(config.match(/'findDraft'/g)).toHaveLength(1);
  expect(config).toContain('Strapi shows drafts (?status=draft) to everyone who may read a type');
  expect(config).toContain("warden: { hut: ['find', 'update'], user: ['me'] }");
  expect(config).toContain("warden: { name: 'Warden', description: 'Keeps huts' }");
  expect(config).toContain("defaultRole: 'warden'");
  expect(config).toContain('The permissions are those of Strapi');
  const report = readFileSync(join(root, 'MOVING.md'), 'utf8');
  expect(report.split('\n').filter((line) => line.includes('config/sync:1'))).toEqual([
    '- `config/sync:1` locales de, en',
    '- `config/sync:1` 212 files of config-sync: 3 roles and 2 locales are in the config; 202 views: what differs from the views that Strapi makes itself is in studio of the schemas; 5 other files of the admin panel',
  ]);
  expect(report).toContain('`config/sync/user-role.warden.json:1` warden: plugin::config-sync.config.exportAll');
  expect(report).not.toMatch(/core-store\.|write your locales|content-gen move --database/);
  expect(await inProcess(root, ['check'])).toMatchObject({ code: 0, stderr: '' });
});

test('files of config-sync in another folder are found, and a database or an archive stands above them', async () => {
  const root = temporaryProject({
    'src/api/hut/content-types/hut/schema.json': { info: { singularName: 'hut', pluralName: 'huts' }, attributes: {} },
    'src/api/hut/routes/hut.js': "module.exports = createCoreRouter('api::hut.hut');",
    'sync/user-role.public.json': { type: 'public', name: 'Public', permissions: [{ action: 'api::hut.hut.find' }] },
  });
  await inProcess(root, ['move']);
  expect(textOf(root, 'content-gen.config.ts')).toContain("public: { hut: ['find'] }");
  const webhooks = [
    { name: 'Build', url: 'https://hooks.example.org/secret', events: ['entry.publish'], enabled: true },
    { name: 'Old', url: 'https://old.example.org', events: [], enabled: false },
  ];
  const view = { 'plugin_content_manager_configuration_content_types::api::hut.hut': {} };
  const archive = strapiArchive({ roles: { public: ['api::hut.hut.findOne'] }, settings: view, webhooks });
  await inProcess(root, ['move', '--archive', archive]);
  expect(textOf(root, 'content-gen.config.ts')).toContain("public: { hut: ['findOne'] }");
  const report = textOf(root, 'MOVING.md');
  expect(report).toContain('Build: it told hooks.example.org about entry.publish; send this request from middleware');
  expect(report).toContain('Old (disabled)');
  expect(report).toContain('1 view: what differs from the views that Strapi makes itself');
  expect(report).toContain('1 file of config-sync: the permissions of');
  expect(report).not.toContain('secret');
});

test('the rights that API tokens had are a command in a comment, because a token that reads a type read its drafts', async () => {
  const root = guide();
  const archive = strapiArchive({
    roles: { public: [] },
    tokens: {
      "Ann's $site": { type: 'custom', actions: ['api::trail.trail.find', 'api::hut.hut.update'] },
      huts: { type: 'custom', actions: ['api::hut.hut.find'] },
      all: { type: 'read-only', actions: [] },
    },
  });
  expect(await inProcess(root, ['move', '--archive', archive])).toMatchObject({ code: 0, stderr: '' });
  const config = readFileSync(join(root, 'content-gen.config.ts'), 'utf8');
  expect(config.match(/The API token .*|npx content-gen token .*/g)).toEqual([
    "The API token Ann's $site of Strapi read drafts, too. For its previews, create one that does:",
    `npx content-gen token create 'Ann'\\''s $site' --type custom --action hut.update --action trail.find --action trail.findDraft`,
  ]);
});

const hutFile = 'src/api/hut/content-types/hut/schema.json';
const ofHut = { studio: { columns: ['name', 'trail'], sort: 'beds:desc', layout: ['beds'] } };
const ofAttributes = {
  name: {
    studio: { label: 'Name of the hut', description: 'As on the signpost', placeholder: 'Alpine hut', width: 9 },
  },
  beds: { studio: { width: 3 } },
  trail: { studio: { hidden: true } },
};

test('what config-sync has of lists and forms is in studio of the schemas, and what the studio lacks in the report', async () => {
  const root = guide();
  const before = JSON.parse(readFileSync(join(root, hutFile), 'utf8'));
  const trail = readFileSync(join(root, 'src/api/trail/content-types/trail/schema.json'), 'utf8');
  const moved = await inProcess(root, ['move']);
  expect(moved).toMatchObject({ code: 0, stderr: '' });
  expect(moved.stdout).toContain(`update  ${hutFile}`);
  const { pluginOptions, ...after } = JSON.parse(readFileSync(join(root, hutFile), 'utf8'));
  expect(pluginOptions).toEqual({ 'content-gen': ofHut });
  for (const [name, own] of Object.entries(ofAttributes)) {
    expect(after.attributes[name].pluginOptions).toEqual({ 'content-gen': own });
    delete after.attributes[name].pluginOptions;
  }
  expect(after).toEqual(before);
  // Its view is the one that Strapi makes itself.
  expect(readFileSync(join(root, 'src/api/trail/content-types/trail/schema.json'), 'utf8')).toBe(trail);
  expect(textOf(root, 'MOVING.md')).toContain(
    'view of api::hut.hut: without beds is read-only, the column createdAt, 20 documents on a page',
  );
  expect(await inProcess(root, ['check'])).toMatchObject({ code: 0, stderr: '' });

  const written = readFileSync(join(root, hutFile), 'utf8').replace('As on the signpost', 'Changed by hand');
  writeFiles(root, { [hutFile]: written });
  await inProcess(root, ['move']);
  expect(readFileSync(join(root, hutFile), 'utf8')).toBe(written);
});

test('a project beside the old one gets the views in its copies, also from an archive, and those of components', async () => {
  const root = temporaryProject({
    [hutFile]: JSON.stringify({
      info: { singularName: 'hut', pluralName: 'huts' },
      options: { privateAttributes: ['code'] },
      attributes: { name: { type: 'string' }, code: { type: 'string' }, text: { type: 'blocks' } },
    }),
    'src/components/shared/seo.json':
      '{\n\t// By hand\n\t"attributes": {\n\t\t"slug": { "type": "string" },\n\t\t"title": { "type": "string" },\n\t},\n}\n',
    'src/components/shared/code.js':
      "module.exports = { collectionName: 'codes', attributes: { a: { type: 'string' } } };",
  });
  const key = 'plugin_content_manager_configuration_';
  const settings = {
    [`${key}content_types::api::hut.hut`]: {
      settings: { mainField: 'text', defaultSortBy: 'createdAt', defaultSortOrder: 'DESC' },
      metadatas: { text: { edit: { placeholder: 'Once' }, list: { label: 'Story' } } },
      layouts: { list: ['id', 'code', 'name'], edit: [[{ name: 'text', size: 12 }], [{ name: 'name', size: 6 }]] },
    },
    [`${key}components::shared.seo`]: { settings: { mainField: 'title' }, metadatas: {}, layouts: { list: ['id'] } },
    [`${key}components::shared.code`]: { settings: { mainField: 'a' } },
    [`${key}content_types::plugin::users-permissions.user`]: { settings: { mainField: 'email' } },
  };
  const archive = strapiArchive({ roles: { public: [] }, settings });
  const before = readFileSync(join(root, hutFile), 'utf8');
  expect(await inProcess(root, ['move', '--archive', archive, '--into', 'new'])).toMatchObject({ code: 0, stderr: '' });
  expect(readFileSync(join(root, hutFile), 'utf8')).toBe(before);
  const copy = JSON.parse(readFileSync(join(root, 'new', hutFile), 'utf8'));
  expect(copy.pluginOptions['content-gen'].studio).toEqual({ sort: 'createdAt:desc', layout: ['text'] });
  expect(copy.attributes.text.pluginOptions['content-gen'].studio).toEqual({ label: 'Story' });
  const seo = readFileSync(join(root, 'new/src/components/shared/seo.json'), 'utf8');
  expect(seo).toContain('// By hand');
  expect(seo).toContain('\n\t"pluginOptions": {\n\t\t"content-gen": {\n\t\t\t"studio": {\n\t\t\t\t"title": "title"\n');
  const report = textOf(join(root, 'new'), 'MOVING.md');
  expect(report).toContain('without the placeholder of text, text as the name of an entry');
  expect(report).toContain('view of shared.code');
});
