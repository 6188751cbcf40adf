import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { times } from '../harness/suite.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

/** PostgreSQL stores no NUL. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', '')),
  fc.constantFrom('', '"', '\\', '\\"', '{}', ',', '","', 'null', 'NULL', ' a ', 'a\nb', `'`),
);

it('lists reach the database as they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text), fc.array(fc.integer()), async (texts, numbers) => {
      const [row] = await test.database.rows<{ texts: string; numbers: string }>(
        'select to_json($1::text[]) as texts, to_json($2::bigint[]) as numbers',
        [texts, numbers],
      );
      expect(JSON.parse(row!.texts)).toEqual(texts);
      expect(JSON.parse(row!.numbers)).toEqual(numbers);
    }),
    { numRuns: times(200) },
  );
});
