/** The rate limit knows a client behind proxies by its address, however the proxy writes it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type Site, openSite } from '../access/site.js';

/** Longer than the tests take, because afterwards requests are counted anew. */
const rateLimit = { requests: 2, seconds: 3_600 };
let site: Site;
let direct: Site;
beforeAll(async () => {
  site = await openSite({ users: { rateLimit, trustedProxies: 1 } });
  direct = await openSite({ users: { rateLimit } }, site.test);
});
afterAll(() => site.close());
beforeEach(() => site.test.rows('delete from cg_attempts'));

const PROXY = '10.0.0.1';

async function statusFor(forwarded: string, on = site): Promise<number> {
  const headers = { 'x-forwarded-for': forwarded };
  return (await on.request('POST', '/api/auth/local', { body: {}, headers, address: PROXY })).status;
}

const statuses = async (list: readonly string[]) => {
  const found: number[] = [];
  for (const forwarded of list) found.push(await statusFor(forwarded));
  return found;
};

describe('one client', () => {
  it.each([
    ['an IPv4 address with ports', ['192.0.2.7', '192.0.2.7:40001', '192.0.2.7:40002', '"192.0.2.7:9"']],
    ['a mapped IPv4 address', ['192.0.2.7', '::ffff:192.0.2.7', '[::ffff:192.0.2.7]:80', '::ffff:c000:207']],
    ['an IPv6 address in brackets', ['2001:db8::1', '[2001:db8::1]', '[2001:db8::1]:443', '"[2001:DB8::1]:444"']],
    ['an IPv6 network', ['2001:db8::1', '[2001:db8::2]:1', '2001:db8:0:0:ffff::', '2001:db8::/64']],
    ['an IPv6 address with a zone', ['fe80::1%eth0', 'fe80::2', '[fe80::3%1]:80', 'fe80::4%eth1']],
    ['text that is no address', ['unknown', '_hidden', 'not an address', '999.1.1.1', '1.2.3', '::g', '[::1']],
  ])('is %s', async (_name, list) => {
    expect(await statuses(list)).toEqual(list.map((_, index) => (index < 2 ? 400 : 429)));
  });

  it('is what the proxy saw, whatever the client sent before it', async () => {
    expect(await statuses(['192.0.2.7', '1.1.1.1, 192.0.2.7:81', '[::1]:2,192.0.2.7:82'])).toEqual([400, 400, 429]);
  });

  it('is the connection if no proxy is trusted', async () => {
    const found = [];
    for (const forged of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) found.push(await statusFor(forged, direct));
    expect(found).toEqual([400, 400, 429]);
  });
});

it('other addresses and other networks are other clients', async () => {
  const others = ['192.0.2.7:1', '192.0.2.8:1', '[2001:db8::1]:1', '[2001:db8:0:1::1]:1', '[2001:db8:1::1]:1'];
  expect(await statuses([...others, ...others])).toEqual(Array(10).fill(400));
  expect(await statuses(others)).toEqual(Array(5).fill(429));
});
