import type { AwsClient } from 'aws4fetch';

import type { S3StorageSettings } from '../../content/upload-settings.js';
import type { Storage } from '../../content/uploads.js';
import { presentation } from './disposition.js';
import { readStored } from './read-stored.js';

/** How long a signed link is valid: long enough for a media player to request further parts. */
const LINK_SECONDS = 900;
const ATTEMPTS = 3;

/** Files in a bucket of Amazon S3 or of a compatible service. */
export function createS3Storage(
  settings: S3StorageSettings,
  staging: string,
  environment: Readonly<Record<string, string | undefined>>,
): Storage {
  const { region = 'us-east-1', prefix = '', baseUrl } = settings;
  const address = (key: string) => `${bucketUrl(settings, region)}/${prefix}${key}`;
  let client: Promise<AwsClient> | undefined;
  const signer = () => (client ??= createClient(region, environment));

  return {
    name: 's3',
    staging,
    async put(key, file) {
      const { type, disposition } = presentation(key, file.type);
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
    url: (key) => (baseUrl === undefined ? `/uploads/${key}` : `${baseUrl.replace(/\/$/, '')}/${prefix}${key}`),
    async answer(key) {
      const url = new URL(address(key));
      url.searchParams.set('X-Amz-Expires', String(LINK_SECONDS));
      const { url: location } = await (await signer()).sign(url.href, { method: 'GET', aws: { signQuery: true } });
      const headers = { Location: location, 'Cache-Control': `private, max-age=${LINK_SECONDS - 60}` };
      return new Response(null, { status: 302, headers });
    },
  };
}

/** Amazon has the bucket in the host name, other services in the path. */
function bucketUrl({ endpoint, bucket }: S3StorageSettings, region: string): string {
  if (endpoint === undefined) return `https://${bucket}.s3.${region}.amazonaws.com`;
  return `${endpoint.replace(/\/$/, '')}/${bucket}`;
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

/** Retries when the service fails or cannot be reached, but not when it refuses the request. */
async function send(what: string, request: () => Promise<Response>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const response = await request().catch((error: unknown) =>
      attempt < ATTEMPTS ? undefined : Promise.reject(error),
    );
    const text = await response?.text();
    if (response?.ok || (what === 'delete' && response?.status === 404)) return;
    if (response !== undefined && (attempt === ATTEMPTS || response.status < 500)) {
      throw new Error(`S3 did not ${what} a file: ${response.status} ${text?.slice(0, 300)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
  }
}
