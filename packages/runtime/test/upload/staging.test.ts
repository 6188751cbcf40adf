import { mkdir, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { type UploadSettings, defaultUpload } from '../../src/content/upload-settings.js';
import { recoverAbandoned } from '../../src/upload/storage/recovery.js';
import { openStorage } from '../../src/upload/storage/storage.js';
import { type Bucket, keys, openBucket } from './bucket.js';
import { openPatient } from '../harness/patient-database.js';
import { type Site, file, openSite } from './site.js';

let bucket: Bucket;
let storage: NonNullable<UploadSettings['storage']>;
let staging: string;
let place: string;
const sites: Site[] = [];
beforeAll(async () => {
  bucket = await openBucket();
  Object.assign(process.env, keys);
  storage = { provider: 's3', bucket: 'media', endpoint: bucket.endpoint, prefix: 'site/' };
  const opened = openStorage({ ...defaultUpload, storage });
  ({ place } = opened);
  staging = opened.staging.path;
});
afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
  await rm(staging, { recursive: true, force: true });
});
afterAll(() => bucket.close());

async function open(): Promise<Site> {
  const site = await openSite({ upload: { storage } });
  sites.push(site);
  // The first answer comes after the recovery.
  await site.request('/uploads/none.png');
  return site;
}

/** Leaves what a process would leave that ended in the middle of an upload. */
async function plant(folder: string, content: unknown): Promise<void> {
  const process = join(folder, 'elsewhere.99999999.000000000001');
  await mkdir(process, { recursive: true });
  await writeFile(join(process, 'x.intents'), JSON.stringify(content));
  const old = new Date(Date.now() - 86_400_000);
  await utimes(process, old, old);
}

const exists = async (path: string) => (await bucket.send('GET', path)) === 200;

describe('the staging folder of a bucket', () => {
  it('is a private folder in the state folder of the project', async () => {
    expect(staging.startsWith(resolve('.content-gen/'))).toBe(true);
    const site = await open();
    expect((await site.upload([file('a.txt', 'text/plain', 'x')])).status).toBe(201);
    const folders = [staging, ...(await readdir(staging)).map((name) => join(staging, name))];
    expect(folders).toHaveLength(2);
    for (const folder of folders) expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('is not believed where every account can write', async () => {
    await bucket.send('PUT', 'other/victim', 'x');
    await bucket.send('PUT', 'media/site/victim', 'x');
    const shared = join(tmpdir(), 'content-gen-media');
    try {
      const forged = [{ hash: 'h', keys: ['../../other/victim', 'victim'] }];
      for (const content of [forged, { place, intents: forged }]) {
        await plant(shared, content);
        await open();
        expect([await exists('other/victim'), await exists('media/site/victim')]).toEqual([true, true]);
      }
    } finally {
      await rm(shared, { recursive: true, force: true });
    }
  });

  it('is refused if it is a link, and nothing is stored', async () => {
    const target = join(tmpdir(), `content-gen-planted-${process.pid}`);
    await mkdir(target, { recursive: true });
    await mkdir(resolve('.content-gen'), { recursive: true });
    await symlink(target, staging);
    try {
      const before = await bucket.objects();
      const site = await open();
      expect((await site.upload([file('a.txt', 'text/plain', 'x')])).status).toBe(500);
      expect([await bucket.objects(), await readdir(target)]).toEqual([before, []]);
    } finally {
      await rm(staging);
      await rm(target, { recursive: true });
    }
  });
});

describe('recorded intents', () => {
  const hash = 'left_0123456789abcdef';

  it('delete the files of an interrupted upload', async () => {
    const left = [`${hash}.png`, `small_${hash}.png`, `small_${hash}_0123456789abcdef.png`];
    for (const key of left) await bucket.send('PUT', `media/site/${key}`, 'x');
    await plant(staging, { place, intents: [{ hash, keys: left }] });
    await open();
    for (const key of left) expect(await exists(`media/site/${key}`)).toBe(false);
  });

  it.each([
    ['a path to another bucket', [{ hash, keys: ['../../other/victim', '../../media/site/victim.png'] }]],
    ['a path that is encoded', [{ hash, keys: ['%2e%2e/%2e%2e/other/victim', '..\\..\\other\\victim'] }]],
    ['a key outside of the prefix', [{ hash, keys: ['../victim.png', '/../victim.png'] }]],
    ['a query or a fragment', [{ hash, keys: ['victim.png?versionId=1', 'victim.png#'] }]],
    ['a key of another file', [{ hash, keys: ['victim.png'] }]],
    ['a key without a hash', [{ hash: '', keys: ['victim.png'] }]],
    ['a key of the wrong type', [{ hash, keys: [{}, null, 1, ['victim.png']] }]],
    ['no intent', ['victim.png', null, 7, { hash }, { keys: ['victim.png'] }]],
    ['no list', { 0: { hash: 'victim', keys: ['victim.png'] }, length: 1 }],
  ])('are ignored if they name %s', async (_what, intents) => {
    for (const path of ['other/victim', 'media/victim.png', 'media/site/victim.png'])
      await bucket.send('PUT', path, 'x');
    await plant(staging, { place, intents });
    await open();
    expect(await exists('other/victim')).toBe(true);
    expect(await exists('media/victim.png')).toBe(true);
    expect(await exists('media/site/victim.png')).toBe(true);
    await expect.poll(() => readdir(staging)).toEqual([]);
  });

  it.each([
    ['another bucket', () => place.replace('/media/', '/other/')],
    ['another prefix', () => place.replace('site/', '')],
    ['no place', () => undefined],
  ])('are ignored if they are for %s', async (_where, other) => {
    const key = `media/site/${hash}.png`;
    await bucket.send('PUT', key, 'x');
    await plant(staging, { place: other(), intents: [{ hash, keys: [`${hash}.png`] }] });
    await open();
    expect(await exists(key)).toBe(true);
  });

  it('never delete a file that a record names, whatever hash they give', async () => {
    const site = await open();
    const [record] = (await site.upload([file('a.txt', 'text/plain', 'x')])).body;
    const suffix = record.hash.replace(/^a_/, '');
    await plant(staging, { place, intents: [{ hash: suffix, keys: [`${record.hash}.txt`] }] });
    const database = openPatient({ url: site.database.url });
    try {
      await recoverAbandoned(database, openStorage({ ...defaultUpload, storage }));
    } finally {
      await database.close();
    }
    expect(await exists(`media/site/${record.hash}.txt`)).toBe(true);
  });
});
