import type { Hono } from 'hono';

import type { ContentEnv } from '../../src/http/context.js';

export interface RequestOptions {
  readonly token?: string;
  readonly body?: unknown;
  /** A body of JSON as it goes over the wire. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address that the connection comes from. */
  readonly address?: string;
}

export interface Reply {
  readonly status: number;
  readonly body: any;
  /** The body as it was sent. */
  readonly text: string;
  readonly headers: Headers;
}

/** Sends a request to an app, without a server between them. */
export async function requestTo(
  app: Pick<Hono<ContentEnv>, 'request'>,
  method: string,
  path: string,
  { token, body, raw, headers = {}, address }: RequestOptions = {},
): Promise<Reply> {
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await app.request(
    path,
    {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
    },
    address === undefined ? {} : { incoming: { socket: { remoteAddress: address } } },
  );
  const answer = await response.text();
  const isJson = response.headers.get('content-type')?.includes('application/json');
  return {
    status: response.status,
    body: isJson && answer !== '' ? JSON.parse(answer) : answer,
    text: answer,
    headers: response.headers,
  };
}
