import { expect } from 'vitest';

import type { Site } from './site.js';

export interface Person {
  readonly token: string;
  readonly id: number;
  readonly documentId: string;
}

/** Registers a user; `role` is a type of the config. */
export async function register(site: Site, username: string, role?: string): Promise<Person> {
  const { status, body } = await site.request('POST', '/api/auth/local/register', {
    body: { username, email: `${username}@example.org`, password: 'correct horse' },
  });
  expect([status, body.error?.message]).toEqual([200, undefined]);
  if (role !== undefined) {
    await site.test.rows(
      `update users set role = (select document_id from cg_roles where type = $1) where document_id = $2`,
      [role, body.user.documentId],
    );
  }
  return { token: body.jwt, id: body.user.id, documentId: body.user.documentId };
}
