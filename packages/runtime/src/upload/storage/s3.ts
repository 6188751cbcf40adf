import type { AwsClient } from 'aws4fetch';

import type { S3StorageSettings, StagingFolder, Storage } from '../../content/index.js';
import { isActive, presentation, protectedHeaders } from './disposition.js';
import { checkedKey } from './keys.js';
import { readStored } from './read-stored.js';

/** How long a signed link is valid: long enough for a media player to request further parts. */
const LINK_SECONDS = 900;
const ATTEMPTS = 3;
const REGION = 'us-east-1';

/** Files in a bucket of Amazon S3 or of a compatible service. */
export function createS3Storage(
  settings: S3StorageSettings,
  staging: StagingFolder,
  environment: Readonly<Record<string, string | undefined>>,
): Storage {
  const { region = REGION, prefix = '', baseUrl } = settings;
  const address = (key: string) => `${placeOf(settings)}${checkedKey(key)}`;
  let client: Promise<AwsClient> | undefined;
  const signer = () => (client ??= createClient(region, environment));

  return {
    name: 's3',
    place: placeOf(settings),
    staging,
    async put(key, file) {
      const { type, disposition } = presentation(file.type);
      await send('store', async () => {
        const request = await (
          await signer()
        ).sign(address(key), {
          method: 'PUT',
          headers: {
            'Content-Type': type,
            'Content-Disposition': disposition,
            'Cache-Control': 'public, max-age=60',
            'Content-Length': String(file.size),
            'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
          },
        });
        const body = readStored(file.path);
        return fetch(request.url, { method: 'PUT', headers: request.headers, body, duplex: 'half' });
      });
    },
    async delete(key) {
      await send('delete', async () => fetch(await (await signer()).sign(address(key), { method: 'DELETE' })));
    },
    async size(key) {
      const response = await send('find', async () =>
        fetch(await (await signer()).sign(address(key), { method: 'HEAD' })),
      );
      return response.ok ? Number(response.headers.get('content-length')) : undefined;
    },
    url: (key, type) =>
      baseUrl === undefined || isActive(type) ? `/uploads/${key}` : `${baseUrl.replace(/\/$/, '')}/${prefix}${key}`,
    async answer({ key, type }, request) {
      if (isActive(type)) return passOn(await signer(), address(key), type, request);
      const url = new URL(address(key));
      url.searchParams.set('X-Amz-Expires', String(LINK_SECONDS));
      const { url: location } = await (await signer()).sign(url.href, { method: 'GET', aws: { signQuery: true } });
      const headers = { Location: location, 'Cache-Control': `private, max-age=${LINK_SECONDS - 60}` };
      return new Response(null, { status: 302, headers });
    },
  };
}

/** A bucket cannot send all headers that keep a browser from running a file, so this server sends the file itself. */
async function passOn(client: AwsClient, url: string, type: string, request: Request): Promise<Response | undefined> {
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
  const found = await fetch(await client.sign(url, { method }));
  if (found.ok) {
    const kept = ['Content-Length', 'ETag', 'Last-Modified'].flatMap((name) => {
      const value = found.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const headers = { ...Object.fromEntries(kept), ...protectedHeaders(type), 'Cache-Control': 'public, max-age=60' };
    return new Response(found.body, { headers });
  }
  await found.body?.cancel();
  if (found.status === 404) return undefined;
  throw new Error(`S3 did not send a file: ${found.status}`);
}

/** The address that all keys begin with. Amazon has the bucket in the host name, other services in the path. */
export function placeOf({ endpoint, bucket, region = REGION, prefix = '' }: S3StorageSettings): string {
  if (endpoint === undefined) return `https://${bucket}.s3.${region}.amazonaws.com/${prefix}`;
  return `${endpoint.replace(/\/$/, '')}/${bucket}/${prefix}`;
}

async function createClient(
  region: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<AwsClient> {
  const accessKeyId = environment['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = environment['AWS_SECRET_ACCESS_KEY'];
  if (!accessKeyId || !secretAccessKey) {
    throw new Error('Files are kept in S3: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  const { AwsClient } = await import('aws4fetch');
  const sessionToken = environment['AWS_SESSION_TOKEN'];
  return new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    ...(sessionToken ? { sessionToken } : {}),
  });
}

/** Amazon answers 403 for a file that is missing to keys that may not list the bucket. */
const MISSING: Readonly<Record<'store' | 'delete' | 'find', readonly number[]>> = {
  store: [],
  delete: [404],
  find: [404, 403],
};

/** Retries when the service fails or cannot be reached, but not when it refuses the request. */
async function send(what: keyof typeof MISSING, request: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await request().catch((error: unknown) =>
      attempt < ATTEMPTS ? undefined : Promise.reject(error),
    );
    const text = await response?.text();
    if (response?.ok || (response && MISSING[what].includes(response.status))) return response;
    if (response !== undefined && (attempt === ATTEMPTS || response.status < 500)) {
      throw new Error(`S3 did not ${what} a file: ${response.status} ${text?.slice(0, 300)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
  }
}
