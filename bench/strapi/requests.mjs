/**
 * The requests that both servers get. `least` is the ratio of requests per second that is to reach. A list has one writer
 * at a time, because Strapi refuses some of several.
 */
import { createRequire } from 'node:module';

import { reads } from './reads.mjs';

const id = (prefix, n) => `${prefix}${String(n).padStart(23, '0')}`;
const json = (method, path, data) => ({ method, path: `/api/${path}`, body: JSON.stringify({ data }) });

export async function requests() {
  const listed = reads().map((one) => ({
    ...one,
    same: async (client) => [await answer(client, one.request(0)), await answer(client, one.request(1))],
  }));
  return [...listed, ...writes(), await upload()];
}

function writes() {
  const related = (tag) => ({ path: `/api/tags/${id('t', tag)}?fields=name&populate[related][fields]=name` });
  const write = (name, title, least, connections, request, seen) => ({
    name,
    title,
    least,
    connections,
    request,
    same: async (client) => answer(client, seen(await answer(client, request(1)))),
  });
  return [
    write('g', 'POST, author and 3 categories, published', 40, 4, create, ({ data }) => ({
      path: `/api/articles?filters[documentId]=${data.documentId}&populate=*`,
    })),
    write('h', 'PUT connect before, list of 5,000', 120, 1, connect, () => related(1)),
    write('i', 'PUT set of 1,000, another order each time', 50, 1, set, () => related(2)),
  ];
}

const create = (n) =>
  json('POST', 'articles', {
    title: `new ${n}`,
    author: id('u', 1 + (n % 500)),
    categories: [1, 2, 3].map((k) => id('c', 1 + ((k + n) % 200))),
  });

/** The entry and its new place have different periods, so no request finds its work done. */
const connect = (n) => {
  const [entry, before] = [id('t', 4_001 + (n % 900)), id('t', 1_000 + ((n * 7) % 2_900))];
  return json('PUT', `tags/${id('t', 1)}`, { related: { connect: [{ documentId: entry, position: { before } }] } });
};

/** Steps without a common divisor with 1,000 reach all entries. */
const set = (n) => {
  const step = [1, 333, 77, 501, 219, 803][n % 6];
  const entries = Array.from({ length: 1_000 }, (_, k) => id('t', 10 + ((k * step + n) % 1_000)));
  return json('PUT', `tags/${id('t', 2)}`, { related: { set: entries } });
};

async function upload() {
  const boundary = 'content-gen-bench';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), await makePhoto(), Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const type = `multipart/form-data; boundary=${boundary}`;
  const request = () => ({ method: 'POST', path: '/api/upload', body, type });
  const same = async (client) => {
    const [file] = await answer(client, request());
    const sizes = Object.entries(file.formats).map(([name, { width, height }]) => [name, width, height]);
    return [file.width, file.height, file.mime, sizes.sort()];
  };
  return { name: 'u', title: 'upload of a photo of 1 MB', least: 2, connections: 2, request, same };
}

/** Two megapixels, grained as photos are. */
function makePhoto() {
  const sharp = createRequire(new URL('../../packages/runtime/package.json', import.meta.url))('sharp');
  const noise = { type: 'gaussian', mean: 128, sigma: 20 };
  return sharp({ create: { width: 1920, height: 1080, channels: 3, background: 'gray', noise } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

async function answer(client, asked) {
  const { status, text } = await client.ask({ ...asked, path: encodeURI(decodeURI(asked.path)) });
  if (status >= 300) throw new Error(`${status} for ${asked.method ?? 'GET'} ${asked.path}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}
