/** The processes that work on images, without a server. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Client } from '../../src/database/index.js';
import type { ImageJob } from '../../src/upload/images/job.js';
import { imageWorkers } from '../../src/upload/images/workers.js';
import { noise, picture } from './samples.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-gen-images-'));
  // The palette of so much noise takes a processor ten seconds and more.
  await writeFile(join(folder, 'costly.png'), await noise(2000, 1500));
  await writeFile(join(folder, 'small.png'), await picture(20, 20));
});
afterAll(() => rm(folder, { recursive: true }));

interface TestClient extends Client {
  gone: boolean;
}

function clientOf(caller: string): TestClient {
  return {
    caller,
    timeoutMs: undefined,
    gone: false,
    isGone() {
      return this.gone;
    },
  };
}

let jobs = 0;

function run(name: string, client: Client, cpu?: ImageJob['cpu']) {
  const job: ImageJob = {
    path: join(folder, name),
    type: 'image/png',
    target: join(folder, `target-${jobs++}`),
    formats: [],
    optimize: true,
    maxPixels: 50_000_000,
    cpu: cpu ?? { leastMs: 60_000, msPerMegapixel: 0, mostMs: 60_000 },
  };
  return imageWorkers.run(job, client);
}

it('the one image of a caller is not behind the many of another', async () => {
  // All processes have started, because one that starts may take longer than many small images.
  await Promise.all(['a', 'b', 'c', 'd'].map((caller) => run('small.png', clientOf(caller))));
  const order: string[] = [];
  const [many, one] = [clientOf('many'), clientOf('one')];
  const first = Array.from({ length: 60 }, (_, index) =>
    run('small.png', many).then(() => order.push(`many ${index}`)),
  );
  await Promise.all([...first, run('small.png', one).then(() => order.push('one'))]);
  expect(order).toHaveLength(61);
  expect(order.indexOf('one')).toBeLessThan(30);
});

it('the images of a client that has gone are dropped, also the one that is worked on', async () => {
  const [gone, here] = [clientOf('gone'), clientOf('here')];
  const first = jobs;
  const dropped = Array.from({ length: 8 }, () => run('costly.png', gone));
  const other = await run('small.png', here);
  gone.gone = true;
  expect(await Promise.all(dropped)).toEqual(dropped.map(() => ({ ok: false, reason: 'gone' })));
  // A worker that ends leaves the beginning of an image at most, and the last ones were never begun.
  expect(await readdir(folder)).not.toContain(`target-${first + dropped.length - 1}`);
  expect(other).toMatchObject({ ok: true, image: { width: 20, height: 20 } });
  expect(await run('small.png', here)).toMatchObject({ ok: true });
}, 60_000);

it('an image that takes too much of a processor is given up, and the next one has another process', async () => {
  const caller = clientOf('costly');
  const costs = { ok: false, reason: 'cost' };
  expect(await run('costly.png', caller, { leastMs: 0, msPerMegapixel: 0, mostMs: 0 })).toEqual(costs);
  expect(await run('costly.png', caller, { leastMs: 0, msPerMegapixel: 1e12, mostMs: 100 })).toEqual(costs);
  expect(await run('small.png', caller)).toMatchObject({ ok: true });
});

it('an image has more time for each of its pixels', async () => {
  const caller = clientOf('allowed');
  const cpu = { leastMs: 0, msPerMegapixel: 1e12, mostMs: 60_000 };
  expect(await run('small.png', caller, cpu)).toMatchObject({ ok: true });
});
