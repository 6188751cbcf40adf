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

type PlanMode = 'force_custom_plan' | 'force_generic_plan' | 'auto';

/** The plan of a read. `runs`: how often the statement runs before, because PostgreSQL then chooses the mode by cost. */
async function planOf(path: string, mode: PlanMode, runs = 0, type = 'article'): Promise<readonly PlanNode[]> {
  const query = path.slice(path.indexOf('?') + 1);
  const request = { type, isList: true, query, role: 'public' };
  const { statement, refusal } = explainRead(contentDefinition, request);
  if (statement === undefined) throw new Error(refusal?.message);
  await sql.unsafe(`set plan_cache_mode = ${mode}`);
  await sql.unsafe(`prepare read as ${statement.text}`);
  const values = statement.values.map(asLiteral);
  const execute = `execute read${values.length === 0 ? '' : `(${values.join(', ')})`}`;
  for (let run = 0; run < runs; run++) await sql.unsafe(execute);
  const [row] = await sql.unsafe(`explain (analyze, format json) ${execute}`);
  await sql.unsafe('deallocate read');
  const [explained]: readonly { readonly Plan: PlanNode }[] = row?.['QUERY PLAN'] ?? [];
  if (explained === undefined) throw new Error('EXPLAIN answers with a plan');
  return nodesIn(explained.Plan).filter((node) => node['Actual Loops'] > 0);
}

function asLiteral(value: unknown): string {
  if (value === null) return 'null';
  const text = Array.isArray(value) ? `{${value.map((one) => JSON.stringify(one)).join(',')}}` : String(value);
  return `'${text.replaceAll("'", "''")}'`;
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

/** The articles that PostgreSQL looks at. */
function articlesIn(nodes: readonly PlanNode[]): number {
  return nodes
    .filter((node) => node['Relation Name'] === 'articles')
    .reduce((total, node) => total + node['Actual Rows'] * node['Actual Loops'], 0);
}

it('the lists of a page are counted in one step', async () => {
  const path = '/api/categories?populate[articles][count]=true';
  const nodes = await planOf(path, 'auto', 8, 'category');
  const counts = nodes.filter((node) => node['Node Type'] === 'Aggregate').map((node) => node['Actual Loops']);
  expect(Math.max(...counts)).toBe(1);
  // PostgreSQL expects that many articles are counted, and does not look them up one by one.
  const lookups = nodes.filter((node) => node['Relation Name'] === 'articles').map((node) => node['Actual Loops']);
  expect(lookups).toEqual([1]);
  const { body } = await site.request('GET', `${path}&sort=name:desc&pagination[pageSize]=100`);
  const found = body.data.map(({ articles }: { articles: { count: number } }) => articles.count);
  expect(found).toEqual(Array(100).fill(1_500));
  const names: readonly string[] = body.data.map(({ name }: { name: string }) => name);
  expect(names).toEqual(names.toSorted().toReversed());
});

describe('a pattern that many related documents match', () => {
  const many = 'filters[author][name][$contains]=author 1';
  const few = 'filters[categories][name][$in][0]=category 3&filters[categories][name][$in][1]=category 9';
  it.each(['', '&sort=title'])(
    'begins with the few documents that another relation finds, also when the statement has run before%s',
    async (rest) => {
      const nodes = await planOf(`/api/articles?${many}&${few}${rest}`, 'auto', 8);
      // 3,000 articles have one of the categories, and 22,200 an author who matches.
      expect(articlesIn(nodes)).toBeLessThanOrEqual(2 * 3_000);
    },
  );

  it('keeps its plan if no other condition could begin', async () => {
    const { statement } = explainRead(contentDefinition, { type: 'article', isList: true, query: many });
    expect(statement?.text).not.toContain('generate_series');
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
