import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { desk } from '../harness/fixtures/desk.js';
import { type ServerProcess, startServer } from './server-process.js';

let database: TestDatabase;
let folder: string;
let server: ServerProcess;
beforeAll(async () => {
  database = await createTestDatabase(desk);
  folder = await mkdtemp(join(tmpdir(), 'content-gen-uploads-'));
  const options = { databaseUrl: database.url, upload: { storage: { provider: 'local', folder } } } as const;
  server = await startServer(options);
});
afterAll(async () => {
  await server.kill();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const MB = 1024 * 1024;

it('a server takes 50 files of 20 MB at once in less than 300 MB', { timeout: 180_000 }, async () => {
  let highest = 0;
  const watch = setInterval(async () => {
    highest = Math.max(highest, await server.memory());
  }, 100);
  const statuses = await Promise.all(Array.from({ length: 50 }, (_, index) => upload(`${index}.txt`, 20 * MB)));
  clearInterval(watch);
  expect(statuses).toEqual(Array.from({ length: 50 }, () => 201));
  expect(highest).toBeGreaterThan(20 * MB);
  expect(highest).toBeLessThan(300 * MB);
});

/** Sends text of some size without having it. */
function upload(name: string, size: number): Promise<number> {
  const head = `--b\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n`;
  const tail = '\r\n--b--\r\n';
  const chunk = 'all work and no play\n'.repeat(3000);
  return new Promise((resolve, reject) => {
    const sending = request(
      `${server.url}/api/upload`,
      {
        method: 'POST',
        headers: {
          'Content-Type': 'multipart/form-data; boundary=b',
          'Content-Length': head.length + size + tail.length,
        },
      },
      (response) => resolve(response.resume().statusCode!),
    );
    sending.on('error', reject);
    sending.write(head);
    let sent = 0;
    const pump = () => {
      while (sent < size) {
        const piece = chunk.slice(0, size - sent);
        sent += piece.length;
        if (!sending.write(piece)) return sending.once('drain', pump);
      }
      return sending.end(tail);
    };
    pump();
  });
}
