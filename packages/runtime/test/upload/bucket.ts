import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type IncomingMessage, type Server, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { AwsClient } from 'aws4fetch';
import S3rver from 's3rver';

/** A bucket called `media`, and another one beside it, that take only requests signed with these keys. */
export interface Bucket {
  readonly endpoint: string;
  /** The objects of `media`. */
  objects(): Promise<readonly string[]>;
  /** A signed request, and its status. */
  send(method: string, path: string, body?: string): Promise<number>;
  close(): Promise<void>;
}

export const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** s3rver speaks S3 but leaves signatures of version 4 unchecked: they are checked in front of it, as Amazon does. */
export async function openBucket(): Promise<Bucket> {
  const directory = await mkdtemp(join(tmpdir(), 'content-gen-s3-'));
  const configureBuckets = ['media', 'other'].map((name) => ({ name, configs: [] }));
  const store = new S3rver({ address: '127.0.0.1', port: 0, directory, silent: true, configureBuckets });
  const { port } = await store.run();
  const front = checkingFront(port);
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const client = new AwsClient({
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    service: 's3',
    region: 'us-east-1',
  });
  return {
    endpoint,
    send: async (method, path, body) => {
      const response = await client.fetch(`${endpoint}/${path}`, { method, ...(body === undefined ? {} : { body }) });
      await response.arrayBuffer();
      return response.status;
    },
    objects: async () => {
      const names = await readdir(join(directory, 'media'), { recursive: true });
      return names.filter((name) => name.endsWith('_object')).sort();
    },
    close: async () => {
      front.closeAllConnections();
      front.close();
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function checkingFront(port: number): Server {
  return createServer((incoming, outgoing) => {
    if (!isSigned(incoming)) {
      outgoing.writeHead(403).end('SignatureDoesNotMatch');
      return;
    }
    const { method, url, headers } = incoming;
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
}

interface Claim {
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly date: string;
  readonly payload: string;
}

/** Version 4 of Amazon's signatures, as the receiver of a request computes them. */
function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const { pathname, searchParams } = new URL(url!, 'http://bucket');
  const claim = claimOf(searchParams, headers);
  if (claim === undefined) return false;
  searchParams.delete('X-Amz-Signature');
  const query = [...searchParams].map((pair) => pair.map(encoded).join('=')).sort();
  const signed = claim.signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, pathname, query.join('&'), signed.join(''), claim.signedHeaders, claim.payload].join('\n');

  const [id, ...scope] = claim.credential.split('/');
  const text = ['AWS4-HMAC-SHA256', claim.date, scope.join('/'), sha256(canonical)].join('\n');
  const start: string | Buffer = `AWS4${keys.AWS_SECRET_ACCESS_KEY}`;
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), start);
  return id === keys.AWS_ACCESS_KEY_ID && hmac(key, text).toString('hex') === claim.signature;
}

function claimOf(query: URLSearchParams, headers: IncomingMessage['headers']): Claim | undefined {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=(\S+)$/.exec(headers.authorization ?? '') ?? [];
  if (credential && signedHeaders && signature) {
    const payload = String(headers['x-amz-content-sha256']);
    return { credential, signedHeaders, signature, date: String(headers['x-amz-date']), payload };
  }
  const given = query.get('X-Amz-Signature');
  if (given === null || Number(query.get('X-Amz-Expires')) > 604_800) return undefined;
  return {
    credential: query.get('X-Amz-Credential') ?? '',
    signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
    signature: given,
    date: query.get('X-Amz-Date') ?? '',
    payload: 'UNSIGNED-PAYLOAD',
  };
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
