/** Strapi projects that register custom fields of their own: their code says the type that is stored. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { inProcess } from '../in-process.js';
import { temporaryProject, workspace } from '../temporary-project.js';
import { strapiArchive } from './archive.js';

function strapiProject(registered: string): string {
  return temporaryProject({
    'package.json': { dependencies: { '@strapi/strapi': '5.31.0' } },
    'src/index.js': `module.exports = { register({ strapi }) { strapi.customFields.register(${registered}); } };\n`,
    'src/api/form/content-types/form/schema.json': {
      kind: 'collectionType',
      info: { singularName: 'form', pluralName: 'forms', displayName: 'Form' },
      attributes: {
        signature: { type: 'customField', customField: 'plugin::forms.signature' },
        mood: { type: 'customField', customField: 'global::mood' },
      },
    },
  });
}

const findingsOf = async (root: string, ...args: readonly string[]) => {
  const { stdout } = await inProcess(root, ['move', '--json', ...args]);
  const { findings } = JSON.parse(stdout) as { findings: { outcome: string; kind: string; name: string }[] };
  return findings
    .filter(({ outcome, kind }) => kind === 'customField' && outcome !== 'works')
    .map(({ outcome, name }) => `${outcome} ${name}`)
    .toSorted();
};

test('the config has their types', async () => {
  const root = strapiProject(
    `[{ name: 'signature', plugin: 'forms', type: 'json' }, { name: 'mood', type: 'string', inputSize: {} }]`,
  );
  expect(await findingsOf(root)).toEqual(['translated global::mood', 'translated plugin::forms.signature']);
  const config = readFileSync(join(root, 'content-gen.config.ts'), 'utf8');
  expect(config).toContain(`'plugin::forms.signature': 'json'`);
  expect(readFileSync(join(root, 'MOVING.md'), 'utf8')).not.toContain('CG232');
  expect(await inProcess(root, ['check'])).toMatchObject({ code: 0, stderr: '' });
});

test.each([`[signature, { name: 'mood', type: 'string' }]`, `{ name: 'mood', type: 'enumeration' }`, `fields()`])(
  'a type that the code does not tell needs a hand, and holds any value until then: %s',
  async (registered) => {
    const root = strapiProject(registered);
    expect(await findingsOf(root)).toEqual([
      'hand global::mood',
      'hand plugin::forms.signature',
      'hand strapi.customFields.register',
    ]);
    expect(readFileSync(join(root, 'content-gen.config.ts'), 'utf8')).toContain(`'global::mood': 'json'`);
    expect(await inProcess(root, ['check'])).toMatchObject({ code: 0, stderr: '' });
  },
);

test('code, generated types, an archive and the attributes that code adds to the user say what a project stores', async () => {
  const root = temporaryProject({});
  const schema = 'src/extensions/users-permissions/content-types/user/schema.json';
  cpSync(join(workspace, 'fixtures', 'moving', 'custom-fields'), root, { recursive: true });
  const before = await inProcess(root, ['check']);
  expect(before).toMatchObject({ code: 1 });
  expect(before.stderr).toContain(`add it to ${schema}; if strapi-server adds it, "content-gen move" writes it into`);
  const hours = { type: 'blocks', customField: 'plugin::opening-hours.hours' };
  const archive = strapiArchive({
    roles: { public: ['api::room.room.find'] },
    schemas: [{ uid: 'api::room.room', attributes: { hours } }],
  });
  expect(await findingsOf(root)).toEqual([
    'hand plugin::opening-hours.hours',
    'translated plugin::badges.badge',
    'translated plugin::frames.frame',
    'translated plugin::prices.price',
  ]);
  expect(await findingsOf(root, '--archive', archive)).toContain('translated plugin::opening-hours.hours');
  const config = readFileSync(join(root, 'content-gen.config.ts'), 'utf8').replaceAll(/\s+/g, ' ');
  expect(config).toContain(
    "customFields: { 'plugin::prices.price': 'decimal', 'plugin::badges.badge': 'text', 'plugin::frames.frame': 'integer', 'plugin::opening-hours.hours': 'blocks', }",
  );
  expect(JSON.parse(readFileSync(join(root, 'content', 'user.json'), 'utf8'))).toMatchObject({
    attributes: {
      phone: { type: 'string', unique: true },
      rooms: { type: 'relation', relation: 'oneToMany', target: 'api::room.room', mappedBy: 'keeper' },
      floor: { type: 'integer', min: 0 },
    },
  });
  const report = readFileSync(join(root, 'MOVING.md'), 'utf8');
  expect(report).not.toMatch(/CG\d{3}/);
  // Code that only adds attributes closes no route.
  expect(report).toContain('## Closed until ported\n\nNothing.');
  expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0, stderr: '' });
});
