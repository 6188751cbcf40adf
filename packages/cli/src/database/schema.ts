import postgres from 'postgres';

import { DatabaseProblem } from './problem.js';
import { type Snapshot, isSame, losses, withShortNames } from './snapshot.js';

export interface ApplySchemaOptions {
  readonly url: string;
  /** The generated `schema.ts`, imported. */
  readonly schemaModule: Readonly<Record<string, unknown>>;
}

export interface AppliedSchema {
  /** The SQL that was run; none when the database was in line already. */
  readonly statements: readonly string[];
}

/** Any number that nothing else in this database uses: one process changes the schema at a time. */
const SCHEMA_LOCK = 7_236_838;

/**
 * Brings a database in line with the generated tables, as far as that only adds to it. What was applied last is kept
 * in the database itself, so tables that are not ours are never looked at.
 */
export async function applySchema({ url, schemaModule }: ApplySchemaOptions): Promise<AppliedSchema> {
  // Large, and needed by those commands only that have a database.
  const { generateDrizzleJson, generateMigration } = await import('drizzle-kit/api');
  const next = withShortNames(generateDrizzleJson({ ...schemaModule }));

  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => undefined });
  try {
    return await sql.begin(async (tx) => {
      const stored = await storedSnapshot(tx);
      const previous = stored === undefined ? generateDrizzleJson({}) : (JSON.parse(stored) as typeof next);
      if (isSame(previous, next)) return { statements: [] };
      refuseLosses(previous, next);

      // Nothing is removed, so drizzle-kit has no renames to ask about.
      const statements = await generateMigration(previous, next);
      for (const statement of statements) await tx.unsafe(statement).catch(refused(statement));
      await storeSnapshot(tx, JSON.stringify(next));
      return { statements };
    });
  } catch (error) {
    throw unreachable(error, url) ?? error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function storedSnapshot(tx: postgres.TransactionSql): Promise<string | undefined> {
  await tx`select pg_advisory_xact_lock(${SCHEMA_LOCK})`;
  await tx`
    create table if not exists cg_schema (
      single boolean primary key default true check (single),
      snapshot text not null,
      applied_at timestamptz not null default now()
    )`;
  const [row] = await tx<{ snapshot: string }[]>`select snapshot from cg_schema`;
  return row?.snapshot;
}

async function storeSnapshot(tx: postgres.TransactionSql, snapshot: string): Promise<void> {
  await tx`
    insert into cg_schema (snapshot) values (${snapshot})
    on conflict (single) do update set snapshot = excluded.snapshot, applied_at = now()`;
}

function refuseLosses(previous: Snapshot, next: Snapshot): void {
  const found = losses(previous, next);
  if (found.length === 0) return;
  throw new DatabaseProblem(
    `The definitions no longer match the database, and bringing it in line would lose data:\n` +
      found.map((loss) => `  - ${loss}\n`).join('') +
      `Undo the change in the definitions, or start with --fresh to begin with an empty database.`,
  );
}

function refused(statement: string) {
  return (error: Error): never => {
    throw new DatabaseProblem(`The database refused a change of its schema: ${error.message}\n  ${statement.trim()}`, {
      cause: error,
    });
  };
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'CONNECT_TIMEOUT', 'ECONNRESET']);

function unreachable(error: unknown, url: string): DatabaseProblem | undefined {
  const { code, message } = error as { code?: string; message?: string };
  // The address without the password in it.
  const address = URL.canParse(url) ? new URL(url).host : 'DATABASE_URL';
  if (code !== undefined && UNREACHABLE.has(code)) {
    return new DatabaseProblem(`There is no database at ${address} (${code}).`, { cause: error });
  }
  // Class 28: wrong user or password; 3D: no such database.
  if (code?.startsWith('28') || code?.startsWith('3D')) {
    return new DatabaseProblem(`The database at ${address} refused the connection: ${message}.`, { cause: error });
  }
  return undefined;
}
