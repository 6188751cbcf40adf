import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readAddress } from './address.js';

const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const host = fc.record({ host: fc.oneof(name, fc.ipV4(), fc.ipV6()), port: fc.integer({ min: 1, max: 65_535 }) });
const written = ({ host: one, port }: { readonly host: string; readonly port: number }) =>
  `${one.includes(':') ? `[${one}]` : one}:${port}`;

describe('the address of a database', () => {
  it('names any hosts, whatever the password has in it', () => {
    fc.assert(
      fc.property(fc.array(host, { minLength: 2, maxLength: 5 }), fc.string(), name, (hosts, password, database) => {
        const start = `postgres://app:${encodeURIComponent(password)}@`;
        const address = readAddress(`${start}${hosts.map(written).join(',')}/${database}?sslmode=require`);
        expect(address).toEqual({ url: expect.any(String), hosts });
        const url = new URL('url' in address ? address.url : '');
        expect([decodeURIComponent(url.password), url.pathname]).toEqual([password, `/${database}`]);
        expect([...url.searchParams]).toEqual([['sslmode', 'require']]);
      }),
    );
  });

  it('has the port 5432 for hosts without one', () => {
    expect(readAddress('postgresql://a,b:1/name')).toMatchObject({
      hosts: [
        { host: 'a', port: 5432 },
        { host: 'b', port: 1 },
      ],
    });
  });

  it('has options that the database does not get', () => {
    expect(readAddress('postgres://a/b?connections=20&prepare=false&target_session_attrs=primary')).toEqual({
      url: 'postgres://a/b',
      hosts: [],
      connections: 20,
      prepare: false,
      target: 'primary',
    });
  });

  it.each([
    ['connections=abc', 'has connections=abc, which is not a whole number from 1 to 10000'],
    ['connections=0', 'has connections=0, which is not a whole number from 1 to 10000'],
    ['connections=', 'has connections=, which is not a whole number from 1 to 10000'],
    ['prepare=no', 'has prepare=no, which is neither true nor false'],
    [
      'target_session_attrs=writer',
      'has target_session_attrs=writer, which is none of any, read-write, read-only, primary, standby, prefer-standby',
    ],
  ])('with %s is a problem', (parameters, problem) => {
    expect(readAddress(`postgres://a/b?${parameters}`)).toEqual({ problem });
  });

  it.each(['mysql://a/b', 'postgres://app:50%@a/b', 'a,b', ''])('is never %j', (text) => {
    expect(readAddress(text)).toEqual({ problem: expect.stringContaining('is not the address of a PostgreSQL') });
  });

  it('does not repeat a password', () => {
    expect(readAddress('postgres://app:secret@a:x,b/name')).toEqual({
      problem: 'names the host "a:x", which is not like db:5432',
    });
  });
});

const folder = '/run/postgresql';

it.each([
  [`postgres:///name?host=${folder}`, 'postgres://localhost/name', 5432],
  [`postgresql:///name?host=${folder}&port=5433`, 'postgresql://localhost:5433/name', 5433],
  ['postgres://user:word@%2Frun%2Fpostgresql/name', 'postgres://user:word@localhost/name', 5432],
  ['postgres://user@%2Frun%2Fpostgresql:5433/name', 'postgres://user@localhost:5433/name', 5433],
  [
    `postgres://user:word@/name?host=${folder}&sslmode=disable`,
    'postgres://user:word@localhost/name?sslmode=disable',
    5432,
  ],
])('the address %s names a socket', (text, url, port) => {
  expect(readAddress(text)).toEqual({ url, hosts: [], socket: { host: folder, port } });
});

it.each([
  ['postgres://user:word@db.example.org:5433/name', 'postgres://user:word@db.example.org:5433/name'],
  ['postgres://user@/name?host=db.example.org&port=5433', 'postgres://user@db.example.org:5433/name'],
])('the address %s names no socket', (text, url) => {
  expect(readAddress(text)).toEqual({ url, hosts: [] });
});
