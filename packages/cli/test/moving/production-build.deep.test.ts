import { join } from 'node:path';

import { expect, test } from 'vitest';

import { run } from '../command-line.js';
import { inProcess } from '../in-process.js';
import { strapiProject, typescript5 } from './strapi.js';

test('TypeScript 5 builds the project for production, and the build loads as CommonJS', async () => {
  const root = strapiProject();
  expect(await inProcess(root, ['move'])).toMatchObject({ code: 0 });
  expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0 });
  expect(await run(process.execPath, [typescript5, '-p', 'tsconfig.build.json'], root)).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
  const script = `import(${JSON.stringify(join(root, 'dist-content', 'app.js'))}).then(async (module) => {
    const response = await module.default.default.request('/content/articles/slug/x');
    console.log(response.status);
    process.exit();
  })`;
  const outcome = await run(process.execPath, ['-e', script], root, {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  });
  expect(outcome.stdout).toBe('501\n');
});
