import type postgres from 'postgres';
import { inReadOnly, unlessRefused } from './read-only.js';

/** A list of ids in a table, and a condition that finds the ids whose target is gone. */
export interface ReferenceCheck {
  readonly name: string;
  /** Selects one row per dangling id. */
  readonly sql: string;
}

export interface Health {
  /** `18.4` */
  readonly version: string;
  readonly encoding: string;
  /**
   * Whether the database knows the case of all letters. With the LC_CTYPE C, the database knows only the case of ASCII
   * letters.
   */
  readonly knowsCase: boolean;
  readonly settings: Readonly<Record<string, string>>;
  readonly tables: readonly TableUse[];
  /** Absent without the extension pg_stat_statements. */
  readonly statements?: readonly SlowStatement[];
  /** Tables of content types whose rows no triggers count. */
  readonly uncounted: readonly string[];
  readonly dangling: readonly { readonly name: string; readonly count: number }[];
  /** Tokens of the database that may do everything and never expire. */
  readonly tokens: readonly string[];
}

interface TableUse {
  readonly name: string;
  readonly rows: number;
  /** How often the whole table was read. */
  readonly scans: number;
  readonly rowsPerScan: number;
}

interface SlowStatement {
  readonly text: string;
  readonly calls: number;
  readonly meanMs: number;
  /** The plan without values, as JSON. */
  readonly plan: string;
}

const settingNames = [
  'fsync',
  'full_page_writes',
  'autovacuum',
  'max_connections',
  'statement_timeout',
  'server_version',
];

/** Reads the state of a database and changes nothing. `known`: the tables of the project. */
export function readHealth(
  url: string,
  known: readonly string[],
  references: readonly ReferenceCheck[],
): Promise<Health> {
  return inReadOnly(url, { fetch_types: false, connect_timeout: 15 }, async (sql) => {
    const settings = await sql<{ name: string; setting: string }[]>`
      select name, setting from pg_settings where name = any(string_to_array(${settingNames.join(',')}, ','))`;
    const [database] = await sql<{ encoding: string; knowsCase: boolean }[]>`
      select pg_encoding_to_char(encoding) as encoding, lower('É') = 'é' as "knowsCase" from pg_database where datname = current_database()`;
    const values = Object.fromEntries(settings.map(({ name, setting }) => [name, setting]));
    const existing = await tablesIn(sql, known);
    const present = new Set(existing.map(({ name }) => name));
    const statements = await slowStatements(sql, present);
    return {
      version: values['server_version'] ?? '',
      encoding: database?.encoding ?? '',
      knowsCase: database?.knowsCase ?? true,
      settings: values,
      tables: existing,
      ...(statements === undefined ? {} : { statements }),
      uncounted: await uncountedIn(sql, present),
      dangling: known.every((name) => present.has(name)) ? await danglingIn(sql, references) : [],
      tokens: await endlessTokens(sql),
    };
  });
}

async function tablesIn(sql: postgres.TransactionSql, known: readonly string[]): Promise<readonly TableUse[]> {
  const rows = await sql<{ name: string; rows: string; scans: string; read: string }[]>`
    select s.relname as name, greatest(s.n_live_tup, c.reltuples)::bigint as rows, s.seq_scan as scans, s.seq_tup_read as read
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid where s.schemaname = current_schema()`;
  return rows
    .filter(({ name }) => known.includes(name))
    .map(({ name, rows: count, scans, read }) => {
      const times = Number(scans);
      return {
        name,
        rows: Number(count),
        scans: times,
        rowsPerScan: times === 0 ? 0 : Math.round(Number(read) / times),
      };
    });
}

/** Tables with versions that lack a trigger of `cg_keep_total`, or the row from which it counts. */
async function uncountedIn(sql: postgres.TransactionSql, tables: ReadonlySet<string>): Promise<readonly string[]> {
  const rows = await unlessRefused(
    sql,
    (tx) => tx<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'cg_status')
      and ((select count(*) from pg_trigger t where t.tgrelid = c.oid and t.tgenabled = 'A'
          and t.tgname in ('cg_total_insert', 'cg_total_update', 'cg_total_move', 'cg_total_delete', 'cg_total_truncate')) < 5
        or not exists (select 1 from cg_totals k where k.relation = c.oid and k.base))
    order by c.relname`,
  );
  return rows?.map(({ name }) => name).filter((name) => tables.has(name)) ?? [];
}

async function slowStatements(
  sql: postgres.TransactionSql,
  tables: ReadonlySet<string>,
): Promise<readonly SlowStatement[] | undefined> {
  const found = await unlessRefused(
    sql,
    (tx) => tx<{ query: string; calls: string; mean: number }[]>`
    select query, calls, mean_exec_time as mean from pg_stat_statements
    where query ~* '^(select|with) ' and dbid = (select oid from pg_database where datname = current_database())
    order by total_exec_time desc limit 200`,
  );
  if (found === undefined) return undefined;
  const own = found.filter(({ query }) => [...tables].some((table) => query.includes(`"${table}" a`))).slice(0, 20);
  const explained: SlowStatement[] = [];
  for (const { query, calls, mean } of own) {
    const page = pageOf(query);
    // A statement of an older schema cannot be planned any more.
    const [row] = (page === undefined ? undefined : await unlessRefused(sql, (tx) => planOf(tx, page))) ?? [];
    if (row === undefined) continue;
    explained.push({ text: query, calls: Number(calls), meanMs: mean, plan: JSON.stringify(row['QUERY PLAN']) });
  }
  return explained;
}

function planOf(sql: postgres.TransactionSql, text: string) {
  return sql.unsafe<{ 'QUERY PLAN': unknown }[]>(`explain (generic_plan, verbose, format json) ${text}`);
}

/**
 * The inner select of a list, which takes the rows of the page. The whole statement cannot be planned again, because its
 * constants were replaced by parameters without a type. The forms of a list are in `sql/page/page.ts` of the runtime.
 */
function pageOf(query: string): string | undefined {
  const forms = [
    /( from "[^"]+" a where (?:(?! from ").)*?) and not \(\(select n from cg_size\) <= [^)]*\)( order by .*?) limit /s,
    /cg_found as materialized \(select .*?( from "[^"]+" a where .*?)()\), \w+ as /s,
    /\(select a\.\*( from "[^"]+" a where .*?)( order by .*?) limit /s,
  ];
  const [, from, order] = forms.map((form) => form.exec(query)).find((match) => match !== null) ?? [];
  return from === undefined ? undefined : `select a.id${from}${order} limit 25`;
}

async function danglingIn(
  sql: postgres.TransactionSql,
  references: readonly ReferenceCheck[],
): Promise<Health['dangling']> {
  const found: { name: string; count: number }[] = [];
  for (const { name, sql: text } of references) {
    const [row] = await sql.unsafe<{ count: string }[]>(`select count(*) as count from (${text}) d`);
    if (Number(row?.count ?? 0) > 0) found.push({ name, count: Number(row?.count) });
  }
  return found;
}

async function endlessTokens(sql: postgres.TransactionSql): Promise<readonly string[]> {
  const rows = await unlessRefused(
    sql,
    (tx) => tx<{ name: string }[]>`
      select name from cg_tokens where type = 'full-access' and expires_at is null order by name`,
  );
  return rows?.map(({ name }) => name) ?? [];
}
