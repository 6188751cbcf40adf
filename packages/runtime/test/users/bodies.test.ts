import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { FULL, type Site, openSite } from '../access/site.js';

let site: Site;
let joe: { id: number };
beforeAll(async () => {
  site = await openSite();
  const join = async (name: string) => {
    const body = { username: name, email: `${name}@x.io`, password: 'secret1' };
    return (await site.request('POST', '/api/auth/local/register', { body })).body.user as { id: number };
  };
  joe = await join('joe');
  await join('ann');
});
afterAll(() => site.close());

async function told(method: string, path: string, body?: object) {
  const { status, body: answer } = await site.request(method, path, { token: FULL, ...(body && { body }) });
  const { name, message, details } = answer.error;
  const errors = details.errors as { path: string[]; message: string; value?: unknown }[] | undefined;
  return { status, name, message, errors: errors?.map((one) => [one.path.join('.'), one.message, one.value]) };
}

const required = (name: string, value?: string) => [name, `${name} is a required field`, value];
const notText = (name: string, value: unknown) => [
  name,
  `${name} must be a \`string\` type, but the final value was: \`${JSON.stringify(value)}\`.`,
  value,
];

describe('a body with errors gets them all at once, without its password', () => {
  const address = ['email', 'email must be a valid email', 'x'];
  it.each<[string, object, unknown[]]>([
    ['/api/auth/local/register', {}, [required('email'), required('username'), required('password')]],
    [
      '/api/auth/local/register',
      { email: 'x', username: 5, password: 5 },
      [address, notText('username', 5), ['password', 'password must be a `string` type.', undefined]],
    ],
    ['/api/auth/local', { identifier: null, password: '' }, [notText('identifier', null), required('password', '')]],
    ['/api/auth/forgot-password', { email: 'x' }, [address]],
    ['/api/auth/send-email-confirmation', { email: 'x' }, [address]],
    ['/api/auth/reset-password', {}, [required('passwordConfirmation'), required('password'), required('code')]],
    [
      '/api/auth/reset-password',
      { password: 'secret2', passwordConfirmation: 'other' },
      [['passwordConfirmation', 'Passwords do not match', undefined], required('code')],
    ],
    ['/api/users', {}, [required('email'), required('username'), required('password'), required('role')]],
  ])('POST %s %j', async (path, body, errors) => {
    expect(await told('POST', path, body)).toMatchObject({ status: 400, name: 'ValidationError', errors });
  });

  it('of a user update', async () => {
    const empty = (name: string) => [name, `${name} must be at least 1 characters`, ''];
    const path = `/api/users/${joe.id}`;
    expect((await told('PUT', path, { email: '', username: '' })).errors).toEqual([empty('email'), empty('username')]);
    expect((await told('PUT', path, { username: null })).errors).toEqual([notText('username', null)]);
    const flag = ['confirmed', 'confirmed must be a `boolean` type, but the final value was: `"x"`.', 'x'];
    expect(await told('PUT', path, { confirmed: 'x' })).toMatchObject({ name: 'ValidationError', errors: [flag] });
    expect(await told('PUT', '/api/users/99999', {})).toMatchObject({ status: 404, message: 'User not found' });
  });

  it('of a link without its code', async () => {
    expect((await told('GET', '/api/auth/email-confirmation')).errors).toEqual([required('confirmation')]);
  });
});

it('a registration names the taken field: username or email', async () => {
  const body = { username: 'new', email: 'new@x.io', password: 'secret1', role: 1 };
  const taken = (message: string) => ({ status: 400, name: 'ApplicationError', message });
  const users = '/api/users';
  expect(await told('POST', users, { ...body, email: 'JOE@x.io' })).toMatchObject(taken('Email already taken'));
  expect(await told('POST', users, { ...body, username: 'Joe' })).toMatchObject(taken('This attribute must be unique'));
  const own = `${users}/${joe.id}`;
  expect(await told('PUT', own, { username: 'ann' })).toMatchObject(taken('Username already taken'));
  expect(await told('PUT', own, { email: 'ann@x.io' })).toMatchObject(taken('Email already taken'));
  const { role: _role, ...joining } = body;
  const again = { ...joining, username: 'joe' };
  expect(await told('POST', '/api/auth/local/register', again)).toMatchObject(
    taken('Email or Username are already taken'),
  );
});
