/**
 * What a plan for any value costs and saves for request f (`scenarios.mjs`), whose filter has a pattern beside another
 * relation. As sent, PostgreSQL plans it for its values (`packages/runtime/src/sql/fresh-plan.ts`); a generic plan is
 * made once. Times are the least of several runs, so that other work on the machine does not count.
 *
 *   npm run bench:plans
 */
import { explainRead } from '@content-gen/runtime/explain';

import { connect } from './database.mjs';
import { startSeeded } from './seeded.mjs';

const RUNS = 15;
const modes = { 'as sent': 'auto', generic: 'force_generic_plan' };
/** Patterns by the number of the 500 authors that match: all, 111, 11 and one. */
const patterns = ['Author', 'Author 1', 'Author 30', 'Author 57'];

const { contentDefinition } = await import('../dist/content/index.js');
const postgres = await startSeeded();
const sql = connect(postgres.url);
// As the connections of the runtime.
await sql.unsafe('set jit = off; set random_page_cost = 1.1');
const rows = [];
for (const pattern of patterns) {
  for (const [name, mode] of Object.entries(modes))
    rows.push({ pattern, mode: name, ...(await measured(pattern, mode)) });
}
console.table(rows);
await sql.end();
await postgres.stop();

async function measured(pattern, mode) {
  const query = new URLSearchParams({
    'filters[author][name][$contains]': pattern,
    'filters[categories][name][$in][0]': 'Category 17',
    'filters[categories][name][$in][1]': 'Category 133',
    'sort[0]': 'rating:desc',
    'sort[1]': 'title',
  });
  const { statement } = explainRead(contentDefinition, { type: 'article', isList: true, query: String(query) });
  await sql.unsafe(`set plan_cache_mode = ${mode}`);
  await sql.unsafe(`prepare read as ${statement.text}`);
  const execute = `execute read(${statement.values.map(asLiteral).join(', ')})`;
  const runs = [];
  for (let run = 0; run < RUNS; run++) {
    const [row] = await sql.unsafe(`explain (analyze, timing off, buffers, summary on, format json) ${execute}`);
    runs.push(row['QUERY PLAN'][0]);
  }
  await sql.unsafe('deallocate read');
  return {
    // PostgreSQL chooses by the costs of the first five runs.
    'planning ms': least(runs.slice(6).map((run) => run['Planning Time'])),
    'execution ms': least(runs.slice(6).map((run) => run['Execution Time'])),
    blocks: runs.at(-1).Plan['Shared Hit Blocks'],
  };
}

function least(times) {
  return Number(Math.min(...times).toFixed(2));
}

function asLiteral(value) {
  const text = Array.isArray(value) ? `{${value.map((one) => JSON.stringify(one)).join(',')}}` : String(value);
  return `'${text}'`;
}
