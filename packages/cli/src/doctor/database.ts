import type { Health } from '../database/health.js';
import type { ContentModel } from '../model/model.js';
import { type IndexAdvice, adviseIndexes } from '../explain/index-advice.js';
import { type PlanNode, expectedPlan } from '../explain/plan-tree.js';
import type { Finding, Findings } from './finding.js';

/** Versions before this one lack features that the statements use. */
const oldestPostgres = 14;

/** What the state of the database says. */
export function checkHealth(health: Health, model: ContentModel): Findings {
  return [
    ...checkServer(health),
    ...checkIndexes(health, model),
    ...checkTotals(health),
    ...checkReferences(health),
    ...checkTokens(health),
  ];
}

function checkServer({ version, encoding, knowsCase, settings }: Health): Findings {
  const findings: Finding[] = [];
  const add = (level: Finding['level'], message: string, hint: string) =>
    findings.push({ level, subject: 'database', message, hint });
  if (Number.parseInt(version, 10) < oldestPostgres) {
    add('error', `PostgreSQL ${version} is older than ${oldestPostgres}`, 'upgrade PostgreSQL');
  }
  if (encoding !== 'UTF8')
    add('error', `the database has the encoding ${encoding}`, 'create it with the encoding UTF8');
  if (!knowsCase) {
    const message =
      'the database knows the case of ASCII letters only, so $containsi does not find É for é, and two users can have these names';
    add('warning', message, 'create it with the LC_CTYPE C.UTF-8 or en_US.UTF-8, and import the content there');
  }
  for (const name of ['fsync', 'full_page_writes']) {
    if (settings[name] === 'off')
      add('warning', `${name} is off, so a crash can lose or damage data`, `set ${name} = on`);
  }
  if (settings['autovacuum'] === 'off') {
    add('warning', 'autovacuum is off, so tables grow and statistics get old', 'set autovacuum = on');
  }
  if (Number(settings['max_connections']) < 20) {
    const hint = 'raise max_connections, or add ?connections=5 to DATABASE_URL';
    add('warning', `max_connections is ${settings['max_connections']}, and one server uses up to ten`, hint);
  }
  const message = `PostgreSQL ${version}, ${encoding}, up to ${settings['max_connections']} connections`;
  return findings.length > 0 ? findings : [{ level: 'ok', subject: 'database', message }];
}

/** A table that is smaller is read faster than an index. */
const manyRows = 1_000;
const manyScans = 20;

function checkIndexes({ statements, tables }: Health, model: ContentModel): Findings {
  return statements === undefined ? checkScans(tables) : checkStatements(statements, tables, model);
}

/** The statements that were really sent, from pg_stat_statements. */
function checkStatements(
  statements: NonNullable<Health['statements']>,
  tables: Health['tables'],
  model: ContentModel,
): Findings {
  const sizes = new Map(tables.map(({ name, rows }) => [name, rows]));
  const advice = new Map<string, IndexAdvice & { readonly calls: number; readonly meanMs: number }>();
  for (const { plan, calls, meanMs } of statements) {
    const [{ Plan: root }]: readonly [{ readonly Plan: PlanNode }] = JSON.parse(plan);
    for (const one of adviseIndexes(expectedPlan(root, sizes), model)) {
      if (!advice.has(one.sql)) advice.set(one.sql, { ...one, calls, meanMs });
    }
  }
  const source = `pg_stat_statements, ${statements.length} statements`;
  const found = [...advice.values()].map(({ sql, option, calls, meanMs, reason }): Finding => {
    const message = `${reason}; a statement that was sent ${calls} times takes ${meanMs.toFixed(1)} ms (${source})`;
    return {
      level: 'warning',
      subject: 'indexes',
      message,
      hint: `add to ${option?.file ?? 'a migration'}: ${option?.text ?? sql}`,
    };
  });
  return found.length > 0 ? found : [{ level: 'ok', subject: 'indexes', message: `no index is missing (${source})` }];
}

/** Without the statements, only the number of whole reads of a table is known. */
function checkScans(tables: Health['tables']): Findings {
  const source = 'pg_stat_user_tables';
  const read = tables.filter(
    ({ rows, scans, rowsPerScan }) => rows >= manyRows && scans >= manyScans && rowsPerScan >= manyRows,
  );
  const hint =
    'run "content-gen explain" for requests of this type; create the extension pg_stat_statements to see them here';
  const found = read.map(({ name, scans, rowsPerScan }): Finding => {
    const message = `the whole table ${name} was read ${scans} times, about ${rowsPerScan} rows each (${source})`;
    return { level: 'warning', subject: 'indexes', message, hint };
  });
  const fine = `no large table is read whole (${source}; pg_stat_statements is not installed)`;
  return found.length > 0 ? found : [{ level: 'ok', subject: 'indexes', message: fine }];
}

/** Triggers count the rows of each type, so that a list need not count them. */
function checkTotals({ uncounted }: Health): Findings {
  return uncounted.map((table): Finding => ({
    level: 'warning',
    subject: 'database',
    message: `the table ${table} lacks triggers that count all changes of its rows, so every total of its lists reads the whole table`,
    hint: `run this statement, which blocks writes of the type while it counts: select cg_keep_total('${table}')`,
  }));
}

/** Answers leave dangling ids out, so they are no errors. */
function checkReferences({ dangling }: Health): Findings {
  const hint = 'answers leave them out; saving the documents again removes them';
  const found = dangling.map(({ name, count }): Finding => {
    return { level: 'note', subject: 'references', message: `${count} dangling: ${name}`, hint };
  });
  return found.length > 0 ? found : [{ level: 'ok', subject: 'references', message: 'no dangling references' }];
}

function checkTokens({ tokens }: Health): Findings {
  return tokens.map((name) => ({
    level: 'warning',
    subject: 'production',
    message: `the token ${name} of the database may do everything and never expires`,
    hint: `run "content-gen token revoke ${name}", and create one with --action or --expires`,
  }));
}
