import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createS3Storage } from '../../src/upload/storage/s3.js';
import type { S3StorageSettings } from '../../src/content/upload-settings.js';
import { type Bucket, keys, openBucket } from './bucket.js';
import { picture } from './samples.js';
import { type Site, file, openSite } from './site.js';

let bucket: Bucket;
let settings: S3StorageSettings;
let site: Site;
beforeAll(async () => {
  bucket = await openBucket();
  settings = { provider: 's3', bucket: 'media', endpoint: bucket.endpoint, prefix: 'site/' };
  Object.assign(process.env, keys);
  site = await openSite({ upload: { storage: settings } });
});
afterAll(async () => {
  await site.close();
  await bucket.close();
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

  it('are sent as a download when a browser could run them', async () => {
    const { body } = await site.upload([file('s.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>')]);
    expect(body[0]).toMatchObject({ mime: 'image/svg+xml', width: null });
    const { headers } = await fetch(site.url + body[0].url);
    expect(headers.get('content-disposition')).toBe('attachment');
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
    const open = createS3Storage({ ...settings, baseUrl: 'https://cdn.example.com/' }, '', keys);
    expect(open.url('a.png')).toBe('https://cdn.example.com/site/a.png');
  });

  it('cannot be stored without the access keys', async () => {
    const locked = createS3Storage(settings, '', {});
    await expect(locked.delete('a.png')).rejects.toThrow('AWS_ACCESS_KEY_ID');
    const wrong = createS3Storage(settings, '', { ...keys, AWS_SECRET_ACCESS_KEY: 'wrong' });
    await expect(wrong.delete('a.png')).rejects.toThrow('403');
  });
});
