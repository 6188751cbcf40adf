/** Strapi projects that register custom fields of their own: their code says the type that is stored. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { inProcess } from '../in-process.js';
import { temporaryProject } from '../temporary-project.js';

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

const findingsOf = async (root: string) => {
  const { stdout } = await inProcess(root, ['move', '--json']);
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
  'a type that the code does not tell needs a hand: %s',
  async (registered) => {
    const root = strapiProject(registered);
    expect(await findingsOf(root)).toEqual(['hand strapi.customFields.register']);
    expect(await inProcess(root, ['check'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('CG232') as string,
    });
  },
);
