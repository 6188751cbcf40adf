import * as fc from 'fast-check';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { momentText } from '../../src/sql/moment.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { times } from '../harness/suite.js';

let test: TestDatabase;
beforeAll(async () => void (test = await createTestDatabase()));
afterAll(() => test.close());

const FIRST = '0001-01-01T00:00:00.000Z';
const LAST = '9999-12-31T23:59:59.999Z';

it.each([
  ['UTC', 'ISO, MDY'],
  ['America/St_Johns', 'German'],
  ['Asia/Kathmandu', 'SQL, DMY'],
])(
  'every moment is shown as JavaScript writes it, in a session of %s with dates in the style %s',
  async (zone, style) => {
    const sql = postgres(test.url, { max: 1, connection: { TimeZone: zone, DateStyle: style } });
    const moment = fc.date({ min: new Date(FIRST), max: new Date(LAST), noInvalidDate: true });
    await fc.assert(
      fc.asyncProperty(fc.array(moment, { maxLength: 200 }), async (moments) => {
        const written = [FIRST, LAST, '2026-02-28T23:00:00.100Z', ...moments.map((each) => each.toISOString())];
        const rows = await sql.unsafe(
          `select ${momentText('t')} as shown from unnest($1::text[]) with ordinality u(v, n), lateral (select v::timestamptz(3) as t) x order by n`,
          [written],
        );
        expect(rows.map(({ shown }) => shown)).toEqual(written);
      }),
      { numRuns: times(30) },
    );
    await sql.end();
  },
);
