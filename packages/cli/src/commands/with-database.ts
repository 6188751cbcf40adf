import { codeOf, messageOf } from '../diagnostics/thrown.js';
import { isFromFile } from '../project/environment.js';
import type { Terminal } from '../terminal/terminal.js';

/**
 * Says which database a command uses: to people, and whenever `.env` names it, because that is easily overlooked.
 * Scripts that set DATABASE_URL know it.
 */
export function sayDatabase(terminal: Terminal, { json }: { readonly json?: boolean }, place: string): void {
  if (!json && (terminal.interactive || isFromFile('DATABASE_URL'))) terminal.report(`Database: ${place}`);
}

/** Runs work that may ask for the project's database. It is opened when asked for, and closed afterwards. */
export async function withProjectDatabase<T>(
  root: string,
  say: (place: string) => void,
  work: (measured: <R>(use: (url: string) => Promise<R>) => Promise<R>) => Promise<T>,
): Promise<T> {
  const { openProjectDatabase } = await import('../database/project-database.js');
  return work(async (use) => {
    const database = await openProjectDatabase(root);
    say(database.place);
    try {
      return await use(database.url);
    } finally {
      await database.close();
    }
  });
}

/** The message of an error that the user can solve. */
export async function databaseMessage(error: unknown): Promise<string | undefined> {
  const { DatabaseProblem } = await import('../database/problem.js');
  if (error instanceof DatabaseProblem) return error.message;
  const code = codeOf(error) ?? '';
  if (/^42(P01|703)$/.test(code)) {
    return `The database has other tables than the definitions: ${messageOf(error)}. Run "content-gen migrate apply" or "content-gen serve" first.`;
  }
  if (/^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|CONNECT|28|3D|53|57)/.test(code)) {
    return `The database does not answer: ${messageOf(error)}`;
  }
  return undefined;
}
