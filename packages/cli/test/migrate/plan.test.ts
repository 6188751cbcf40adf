/** Plans for states that no definition creates, such as those of older runtimes. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { planChanges } from '../../src/migrate/plan/plan.js';
import type { State } from '../../src/migrate/state/state.js';
import { definition } from '../command-line.js';
import { type Site, createSite } from './site.js';

let site: Site;
let state: State;

beforeAll(async () => {
  site = await createSite('postgres://nowhere');
  await site.write({ 'content/article.ts': definition('article', [`title: { type: 'string', unique: true }`]) });
  state = await site.state();
});
afterAll(() => site?.close());

const replaced = (from: RegExp, to: string) => JSON.parse(JSON.stringify(state).replaceAll(from, to)) as State;
const plan = async (from: State, to: State) => (await planChanges(from, to, { online: true })).map(({ sql }) => sql);

test('columns that got the prefix of the runtime are renamed', async () => {
  const { indexes: all, ...articles } = state.schema.tables['public.articles']!;
  // Its index would be built again, because its definition names the column.
  const indexes = Object.fromEntries(
    Object.entries(all).filter(([, index]) => !JSON.stringify(index).includes('published_at')),
  );
  const { published_at: column, ...columns } = articles.columns;
  const withColumns = (one: typeof articles.columns) => {
    const tables = { ...state.schema.tables, 'public.articles': { ...articles, indexes, columns: one } };
    return { ...state, schema: { ...state.schema, tables } };
  };
  const prefixed = { ...columns, cg_published_at: { ...column!, name: 'cg_published_at' } };
  expect(await plan(withColumns(articles.columns), withColumns(prefixed))).toEqual([
    'ALTER TABLE "articles" RENAME COLUMN "published_at" TO "cg_published_at"',
  ]);
});

test('indexes with other names are renamed, not rebuilt', async () => {
  const before = replaced(/(?<=")articles_+(\w+)(?=")/g, 'before_$1');
  const sql = await plan({ ...state, schema: before.schema }, state);
  expect(sql.length).toBeGreaterThan(3);
  expect(sql.filter((one) => !/RENAME/.test(one))).toEqual([]);
});

test('equal states need no statements, in any order of keys', async () => {
  const turned = JSON.parse(JSON.stringify(state), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toReversed())
      : value,
  ) as State;
  expect(await plan(state, turned)).toEqual([]);
});
