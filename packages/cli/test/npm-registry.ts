/** A registry of npm that takes every package. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Tags = Readonly<Record<string, string>>;

/** Calls `look` when a package arrives. */
export async function startRegistry<Seen>(look: () => Seen) {
  const published: { name: string; tags: Tags; seen: Seen }[] = [];
  const known = new Map<string, object>();

  const server = createServer(async (request, response) => {
    const name = decodeURIComponent(request.url!.slice(1).replace(/\?.*$/, ''));
    const isPublication = request.method === 'PUT';
    if (isPublication) {
      const { 'dist-tags': tags } = (await json(request)) as { readonly 'dist-tags': Tags };
      published.push({ name, tags, seen: look() });
    }
    response.writeHead(isPublication ? 201 : known.has(name) ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(known.get(name) ?? {}));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    published,
    add(name: string, version: string): void {
      known.set(name, { name, versions: { [version]: { name, version } }, 'dist-tags': { latest: version } });
    },
    npmrc: `registry=http://${host}/\n//${host}/:_authToken=secret\n`,
    stop: () => server.close(),
  };
}
