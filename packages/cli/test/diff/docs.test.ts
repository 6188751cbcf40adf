/** docs/diff.md lists every kind of change, and its commands and its configuration work. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { blocksOf, filesOf } from '../docs-page.js';
import { inProcess } from '../in-process.js';
import { workspace, writeFiles } from '../temporary-project.js';
import { repository } from './repository.js';

const page = readFileSync(join(workspace, 'docs/diff.md'), 'utf8');
const changes = join(workspace, 'packages/cli/src/diff/changes');

test('docs/diff.md lists every kind of change with its severity', () => {
  const sources = readdirSync(changes, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const codes = sources.flatMap((file) =>
    [...readFileSync(join(changes, file), 'utf8').matchAll(/code: '([a-z-]+)'/g)].map(([, code]) => code!),
  );
  const listed = [...page.matchAll(/^\| `([a-z]+(?:-[a-z]+)+)` /gm)].map(([, code]) => code!);
  expect(codes.length).toBeGreaterThan(50);
  expect(listed.toSorted()).toEqual(codes.toSorted());
});

test('the commands of docs/diff.md compare a project, and its configuration allows what it names', async () => {
  const definition = (attributes: object) => ({
    'content/article.json': { attributes: { title: { type: 'string' }, ...attributes } },
  });
  const old = definition({ subtitle: { type: 'string' } });
  const repo = repository({ ...old, 'content-gen.config.ts': 'export default {};' }, 'api');
  repo.git('tag', 'v1.4.0');
  repo.git('update-ref', 'refs/remotes/origin/main', 'main');
  const [requests] = blocksOf('docs/diff.md').filter(({ info }) => info === 'text requests.txt');
  writeFiles(repo.root, { ...definition({}), 'recorded.txt': requests!.code });
  writeFiles(join(repo.top, 'old'), old);

  const [block] = blocksOf('docs/diff.md').filter(({ info }) => info === 'sh');
  for (const line of block!.code.trim().split('\n')) {
    const outcome = await inProcess(repo.root, line.replace('npx content-gen ', '').split(' '));
    expect(outcome, line).toMatchObject({ code: 1, stdout: expect.stringContaining('attribute-removed') });
  }

  writeFiles(repo.root, filesOf('docs/diff.md'));
  const { stdout } = await inProcess(repo.root, ['diff', '--against', 'main']);
  expect(stdout).toMatch(/^allowed .* attribute-removed /m);
});
