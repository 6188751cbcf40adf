import { expect, test } from 'vitest';

import { valueOf } from '../../test/model-of.js';
import { temporaryProject } from '../../test/temporary-project.js';
import { loadConfig } from './index.js';

const load = (upload: unknown) => loadConfig(temporaryProject({ 'content-gen.config.json': { upload } }));

test.each([
  { storage: { provider: 'local', folder: 'files' }, sizeLimit: 1000, allowedTypes: ['image/*', 'application/pdf'] },
  {
    storage: {
      provider: 's3',
      bucket: 'my-media',
      region: 'eu-central-1',
      endpoint: 'https://s3.example.org',
      prefix: 'site/',
      baseUrl: 'https://cdn.example.org',
    },
    requestSizeLimit: 5000,
    deniedTypes: [],
    breakpoints: { tiny: 64 },
    optimize: false,
    images: { maxPixels: 1_000_000 },
  },
])('the settings contain upload: %j', async (upload) => {
  expect(valueOf(await load(upload)).settings.upload).toEqual(upload);
});

test.each([
  [{ storage: { provider: 's3' } }, 'upload.storage needs the key bucket'],
  [{ storage: { provider: 'ftp' } }, 'upload.storage.provider must be one of local, s3'],
  [{ storage: { provider: 's3', bucket: 'media', secretAccessKey: 'x' } }, '"secretAccessKey" is not a key'],
  [{ allowedTypes: ['png'] }, 'must be a type such as image/png'],
  [{ breakpoints: { '../x': 10 } }, 'upload.breakpoints must be sizes in pixels by name'],
  [{ images: { maxPixels: 0 } }, 'upload.images.maxPixels must be a whole number of 1 or more'],
  [{ images: { maxPixels: '10' } }, 'upload.images.maxPixels must be a whole number of 1 or more'],
  [{ images: { maxWidth: 10 } }, '"maxWidth" is not a key'],
  [{ sizeLimit: 0 }, 'upload.sizeLimit must be a whole number of 1 or more'],
])('%j is an error', async (upload, message) => {
  const result = await load(upload);
  const messages = result.ok ? [] : result.diagnostics.map((diagnostic) => diagnostic.message);
  expect(messages).toEqual([expect.stringContaining(message)]);
});
