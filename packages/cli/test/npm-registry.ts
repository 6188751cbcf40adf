/** A registry of npm that takes packages and knows those that it took. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Manifest {
  readonly 'dist-tags': Readonly<Record<string, string>>;
  readonly versions: Readonly<Record<string, object>>;
}

/** `look` runs when a package arrives. */
export async function startRegistry(look: () => string) {
  const published: { name: string; tags: Manifest['dist-tags']; seen: string }[] = [];
  const manifests = new Map<string, Manifest>();
  let refused: string | undefined;

  const server = createServer(async (request, response) => {
    const name = decodeURIComponent(request.url!.slice(1).replace(/\?.*$/, ''));
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.method === 'PUT') {
      const { 'dist-tags': tags, versions } = (await json(request)) as Manifest;
      // npm asks again after an answer of 500 or more.
      if (name === refused) return answer(403, { error: 'The test refuses this package.' });
      published.push({ name, tags, seen: look() });
      manifests.set(name, { 'dist-tags': tags, versions });
      return answer(201, {});
    }
    const known = manifests.get(name);
    return known === undefined ? answer(404, {}) : answer(200, { name, ...known });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    published,
    /** Refuses this package from now on, or none. */
    refuse: (name?: string) => (refused = name),
    npmrc: `registry=http://${host}/\n//${host}/:_authToken=secret\n`,
    stop: () => server.close(),
  };
}
