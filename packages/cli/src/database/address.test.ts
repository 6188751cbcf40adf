import { expect, it } from 'vitest';

import { readAddress } from './address.js';

const folder = '/run/postgresql';

it.each([
  [`postgres:///name?host=${folder}`, 'postgres://localhost/name', folder, 5432],
  [`postgresql:///name?host=${folder}&port=5433`, 'postgresql://localhost:5433/name', folder, 5433],
  ['postgres://user:word@%2Frun%2Fpostgresql/name', 'postgres://user:word@localhost/name', folder, 5432],
  ['postgres://user@%2Frun%2Fpostgresql:5433/name', 'postgres://user@localhost:5433/name', folder, 5433],
  [
    `postgres://user:word@/name?host=${folder}&connections=3`,
    'postgres://user:word@localhost/name?connections=3',
    folder,
    5432,
  ],
])('the address %s names a socket', (text, url, host, port) => {
  expect(readAddress(text)).toMatchObject({ host, port });
  expect(readAddress(text)?.url).toBe(url);
});

it.each([
  ['postgres://user:word@db.example.org:5433/name', 'postgres://user:word@db.example.org:5433/name'],
  ['postgres://user@/name?host=db.example.org&port=5433', 'postgres://user@db.example.org:5433/name'],
])('the address %s names no socket', (text, url) => {
  expect(readAddress(text)).toEqual({ url });
});

it.each(['', 'name', 'mysql://user@host/name', 'postgres://user:50%@host/name'])('%j is no address', (text) => {
  expect(readAddress(text)).toBeUndefined();
});
