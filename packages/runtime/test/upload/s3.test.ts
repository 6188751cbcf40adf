import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createLocalStorage } from '../../src/upload/storage/local.js';
import { createS3Storage } from '../../src/upload/storage/s3.js';
import { openStorage } from '../../src/upload/storage/storage.js';
import { type S3StorageSettings, defaultUpload } from '../../src/content/upload-settings.js';
import { type Bucket, keys, openBucket } from './bucket.js';
import { picture } from './samples.js';
import { type Site, file, openSite } from './site.js';

let bucket: Bucket;
let settings: S3StorageSettings;
let site: Site;
const staging = { path: '/nowhere' };
beforeAll(async () => {
  bucket = await openBucket();
  settings = { provider: 's3', bucket: 'media', endpoint: bucket.endpoint, prefix: 'site/' };
  Object.assign(process.env, keys);
  site = await openSite({ upload: { storage: settings } });
});
afterAll(async () => {
  await site.close();
  await bucket.close();
  await rm(openStorage({ ...defaultUpload, storage: settings }).staging.path, { recursive: true, force: true });
});

describe('files in a bucket', () => {
  it('are stored with their formats and reached by a signed link', async () => {
    const { status, body } = await site.upload([file('red.png', 'image/png', await picture(600, 400))]);
    expect(status).toBe(201);
    const [{ hash, url, provider, formats }] = body;
    expect([provider, url]).toEqual(['s3', `/uploads/${hash}.png`]);
    expect(await bucket.objects()).toHaveLength(3);

    const link = await fetch(site.url + url, { redirect: 'manual' });
    expect(link.status).toBe(302);
    expect(link.headers.get('location')).toContain('X-Amz-Signature=');
    const content = await fetch(site.url + formats.small.url);
    expect(content.headers.get('content-type')).toBe('image/png');
    expect((await content.arrayBuffer()).byteLength).toBe(formats.small.sizeInBytes);

    const unsigned = await fetch(`${settings.endpoint}/media/site/${hash}.png`);
    expect(unsigned.status).toBe(403);
  });

  it('are SVG only as an attachment with nosniff and a sandbox, from this server', async () => {
    const { body } = await site.upload([file('s.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>')]);
    expect(body[0]).toMatchObject({ mime: 'image/svg+xml', width: null });
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, redirected } = await fetch(site.url + body[0].url, { method });
      expect([status, redirected, headers.get('content-type')]).toEqual([200, false, 'image/svg+xml']);
      expect(headers.get('content-disposition')).toBe('attachment');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain('sandbox');
    }
    expect((await site.request(body[0].url)).text).toContain('<svg');
    await bucket.send('DELETE', `media/site/${body[0].hash}.svg`);
    expect((await site.request(body[0].url)).status).toBe(404);
  });

  it('are signed only if a record names them', async () => {
    await bucket.send('PUT', 'media/site/payroll.pdf', 'secret');
    const [{ hash }] = (await site.upload([file('red.png', 'image/png', await picture(600, 400))])).body;
    for (const key of ['payroll.pdf', `${hash}.pdf`, `large_${hash}.png`, `..%2fpayroll.pdf`, `${hash}.png%2f..`]) {
      const { status, headers } = await fetch(`${site.url}/uploads/${key}`, { redirect: 'manual' });
      expect([key, status, headers.get('location')]).toEqual([key, 404, null]);
    }
    for (const key of [`${hash}.png`, `small_${hash}.png`, `thumbnail_${hash}.png`]) {
      expect((await fetch(`${site.url}/uploads/${key}`, { redirect: 'manual' })).status).toBe(302);
    }
    await bucket.send('DELETE', 'media/site/payroll.pdf');
  });

  it('have a size as long as they are there, as those of a folder have', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'content-gen-storage-'));
    for (const storage of [createS3Storage(settings, staging, keys), createLocalStorage(join(folder, 'uploads'))]) {
      const path = join(folder, 'a.txt');
      await writeFile(path, 'four');
      expect(await storage.size('a.txt')).toBeUndefined();
      await storage.put('a.txt', { path, size: 4, type: 'text/plain' });
      expect(await storage.size('a.txt')).toBe(4);
      await storage.delete('a.txt');
      expect(await storage.size('a.txt')).toBeUndefined();
    }
    await rm(folder, { recursive: true });
  });

  it('are replaced and deleted', async () => {
    const before = await bucket.objects();
    const [{ id, url }] = (await site.upload([file('a.txt', 'text/plain', 'one')])).body;
    await site.upload([file('a.txt', 'text/plain', 'two')], `/api/upload?id=${id}`);
    expect(await (await fetch(site.url + url)).text()).toBe('two');
    await site.request(`/api/upload/files/${id}`, { method: 'DELETE' });
    expect(await bucket.objects()).toEqual(before);
  });

  it('are removed when the database refuses their record', async () => {
    const before = await bucket.objects();
    await site.database.rows(`alter table cg_files add constraint no check (name <> 'no.txt')`);
    expect((await site.upload([file('no.txt', 'text/plain', 'x')])).status).toBe(500);
    expect(await bucket.objects()).toEqual(before);
  });

  it('have the address of the bucket when it is public', () => {
    const open = createS3Storage({ ...settings, baseUrl: 'https://cdn.example.com/' }, staging, keys);
    expect(open.url('a.png', 'image/png')).toBe('https://cdn.example.com/site/a.png');
    // The bucket cannot send the headers that make SVG safe.
    expect(open.url('a.svg', 'image/svg+xml')).toBe('/uploads/a.svg');
  });

  it('cannot be stored without the access keys', async () => {
    const locked = createS3Storage(settings, staging, {});
    await expect(locked.delete('a.png')).rejects.toThrow('AWS_ACCESS_KEY_ID');
    const wrong = createS3Storage(settings, staging, { ...keys, AWS_SECRET_ACCESS_KEY: 'wrong' });
    await expect(wrong.delete('a.png')).rejects.toThrow('403');
  });
});
