import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestDatabase, createTestDatabase } from './database.js';
import { desk } from './fixtures/desk.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(desk);
});
afterAll(() => database.close());

it('a test database has the tables of its fixture', async () => {
  const [row] = await database.database.rows<{ list: string }>(
    `select array(select unnest($1::text[]) order by 1)::text as list from articles having count(*) = 0`,
    [['b', 'a "quoted" \\ one']],
  );
  expect(row!.list).toBe('{"a \\"quoted\\" \\\\ one",b}');
});
