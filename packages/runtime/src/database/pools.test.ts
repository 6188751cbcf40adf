import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';

import { WORKERS, connectionShare } from './pools.js';

afterEach(() => void vi.unstubAllEnvs());

const share = (connections: number, workers: number) => {
  vi.stubEnv(WORKERS, String(workers));
  return connectionShare(connections);
};

it('a server without workers has all connections', () => expect(connectionShare(10)).toBe(10));

it('workers share the connections evenly, and each has four if there are as many', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 2, max: 100 }), (connections, workers) => {
      const each = share(connections, workers);
      expect(each).toBeGreaterThanOrEqual(Math.min(4, connections));
      expect(each).toBeLessThanOrEqual(connections);
      if (connections >= 4 * workers) expect(each * workers - connections).toBeLessThan(workers);
    }),
  );
});
