/** PostgreSQL's plans for the reads of `npm run bench:size`, at a hundred thousand documents. */
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { load } from '../../../../bench/size/load.mjs';
import { type PlanNode, nodesIn } from '../../../../bench/size/plan-summary.mjs';
import { pathOf, requests } from '../../../../bench/size/requests.mjs';
import { contentDefinition, contentRoutes } from '../../../../bench/size/src/content/index.js';
import * as tables from '../../../../bench/size/src/content/schema.js';
import { openSite } from '../harness/site.js';
import { createTestDatabase } from '../harness/database.js';
import { explainRead } from '../../src/read/explain.js';

const ARTICLES = 100_000;
/** The rows that a statement collects before it sorts them, and one more. */
const COLLECTED = 5_001;

let site: Awaited<ReturnType<typeof openSite>>;
let sql: postgres.Sql;
beforeAll(async () => {
  const test = await createTestDatabase();
  sql = postgres(test.url, { max: 1, onnotice: () => undefined });
  await load(sql, tables, ARTICLES);
  // As the connections of the runtime.
  await sql.unsafe('set jit = off; set random_page_cost = 1.1');
  const fixture = { name: 'size', definition: contentDefinition, routes: contentRoutes, tables };
  site = await openSite(fixture, { test });
}, 600_000);
afterAll(async () => {
  await sql?.end();
  await site?.test.close();
});

const reads = Object.entries(requests(ARTICLES)).map(([name, query]) => ({ name, path: pathOf(query(1)) }));

async function planOf(path: string, mode: 'force_custom_plan' | 'force_generic_plan'): Promise<readonly PlanNode[]> {
  const query = path.slice(path.indexOf('?') + 1);
  const request = { type: 'article', isList: true, query, role: 'public' };
  const { statement, refusal } = explainRead(contentDefinition, request);
  if (statement === undefined) throw new Error(refusal?.message);
  await sql.unsafe(`set plan_cache_mode = ${mode}`);
  await sql.unsafe(`prepare read as ${statement.text}`);
  const values = statement.values.map((value) =>
    value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`,
  );
  const execute = `execute read${values.length === 0 ? '' : `(${values.join(', ')})`}`;
  const [row] = await sql.unsafe(`explain (analyze, format json) ${execute}`);
  await sql.unsafe('deallocate read');
  const [explained] = row!['QUERY PLAN'] as readonly [{ readonly Plan: PlanNode }];
  return nodesIn(explained.Plan).filter((node) => node['Actual Loops'] > 0);
}

describe.each(['force_custom_plan', 'force_generic_plan'] as const)('with %s', (mode) => {
  it.each(reads)('$name reads through indexes and sorts no whole table', async ({ path }) => {
    const nodes = await planOf(path, mode);
    const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
    expect(scanned.filter((name) => name?.startsWith('articles'))).toEqual([]);
    const sorted = nodes
      .filter((node) => node['Node Type'] === 'Sort')
      .map((node) => node.Plans?.[0]?.['Actual Rows'] ?? 0);
    expect(Math.max(0, ...sorted)).toBeLessThanOrEqual(COLLECTED);
  });
});

describe('a filter that many documents meet', () => {
  it.each(['', 'sort=title&', 'sort=rating:desc,createdAt&'])(
    '%s has the same documents on pages and behind cursors',
    async (sort) => {
      const base = `/api/articles?${sort}fields=title&filters[kind][$ne]=news&pagination[pageSize]=100`;
      const byPage: number[] = [];
      const byCursor: number[] = [];
      let cursor = '';
      for (let page = 1; page <= 3; page++) {
        const offset = await site.request('GET', `${base}&pagination[page]=${page}`);
        expect(offset.body.meta.pagination.total).toBe(66_666);
        byPage.push(...offset.body.data.map(({ id }: { id: number }) => id));
        const { body } = await site.request('GET', `${base}&pagination[after]=${cursor}`);
        byCursor.push(...body.data.map(({ id }: { id: number }) => id));
        cursor = body.meta.pagination.after;
      }
      expect(byCursor).toEqual(byPage);
      expect(new Set(byPage).size).toBe(300);
      const back = await site.request('GET', `${base}&pagination[before]=${cursor}`);
      expect(back.body.data.map(({ id }: { id: number }) => id)).toEqual(byPage.slice(199, 299));
    },
  );
});
