/**
 * Reads per second of scenario (e) while images are uploaded and made smaller, beside the same without uploads,
 * interleaved in one run.
 *
 *   node bench/requests/upload.mjs [--seconds 5 --rounds 3 --scenario e]
 */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';

import { freePort } from './database.mjs';
import { pathsOf, scenarios } from './scenarios.mjs';
import { startSeeded } from './seeded.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    scenario: { type: 'string', default: 'e' },
  },
});

const folder = await mkdtemp(join(tmpdir(), 'content-gen-bench-'));
const postgres = await startSeeded();

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const server = fork(new URL('generated.mjs', import.meta.url), {
  // Files go to the folder the server is started in.
  cwd: folder,
  env: { ...process.env, PORT: String(port), DATABASE_URL: postgres.url, NODE_ENV: 'production' },
});
await new Promise((resolve) => server.once('message', resolve));

const photo = await makePhoto();
const paths = pathsOf(scenarios[options.scenario]);
const quiet = [];
const busy = [];
let images = 0;
await speed(1);
for (let round = 0; round < Number(options.rounds); round++) {
  quiet.push(await speed(Number(options.seconds)));
  busy.push(await whileUploading(() => speed(Number(options.seconds))));
}
const [alone, beside] = [median(quiet), median(busy)];
console.log(`scenario ${options.scenario}: ${alone.toFixed(0)} requests a second, ${beside.toFixed(0)} beside uploads`);
console.log(
  `ratio ${(beside / alone).toFixed(2)}, ${images} photos of ${(photo.length / 1e6).toFixed(1)} MB meanwhile`,
);

server.kill();
await postgres.stop();
await rm(folder, { recursive: true, force: true });
process.exit();

/** Twelve megapixels, grained as photos are. */
async function makePhoto() {
  const sharp = createRequire(new URL('../../packages/runtime/package.json', import.meta.url))('sharp');
  const noise = { type: 'gaussian', mean: 128, sigma: 20 };
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'gray', noise } })
    .jpeg()
    .toBuffer();
}

async function whileUploading(work) {
  let done = false;
  const uploading = Array.from({ length: 4 }, async () => {
    while (!done) {
      const body = new FormData();
      body.append('files', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg');
      const response = await fetch(`${url}/api/upload`, { method: 'POST', body });
      if (response.status !== 201) throw new Error(await response.text());
      await response.arrayBuffer();
      images++;
    }
  });
  const result = await work();
  done = true;
  await Promise.all(uploading);
  return result;
}

async function speed(duration) {
  const requests = paths.map((path) => ({ method: 'GET', path }));
  const result = await autocannon({ url, connections: 32, duration, requests });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers were not 2xx`);
  return result.requests.average;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
