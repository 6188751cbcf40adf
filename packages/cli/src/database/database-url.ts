import { DatabaseProblem } from './problem.js';

/** What `DATABASE_URL` names, where it is set. */
export function envDatabaseUrl(): string | undefined {
  const url = process.env['DATABASE_URL'];
  if (!url) return undefined;
  if (URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)) return url;
  // It may have a password in it, so it is not shown.
  throw new DatabaseProblem(
    'DATABASE_URL is not the address of a PostgreSQL, which looks like postgres://user:password@host:5432/name.',
  );
}

/** What the database itself says where it is reached and does not want: rights, limits, a server that is ending. */
export function isRefusal(code: string): boolean {
  return /^(28|3D|53|57P|42501$|25006$)/.test(code);
}
