import { isFromFile, variableName } from '../project/environment.js';
import type { Terminal } from '../terminal/terminal.js';

/**
 * Says which database a command uses: to people, and to programs if `.env` names the database, because `.env` is easily
 * overlooked. Scripts that set DATABASE_URL know the database.
 */
function sayDatabase(terminal: Terminal, { json }: { readonly json?: boolean }, place: string): void {
  if (!json && (terminal.interactive || isFromFile('DATABASE_URL'))) terminal.report(`Database: ${place}`);
}

/** Runs work on the project's database, and closes the database afterwards. Errors of the driver become problems. */
export async function withProjectDatabase<T>(
  terminal: Terminal,
  flags: { readonly json?: boolean },
  work: (url: string) => Promise<T>,
): Promise<T> {
  const [{ openProjectDatabase }, { databaseProblem }] = await Promise.all([
    import('../database/project-database.js'),
    import('../database/failure.js'),
  ]);
  const { url, place, close } = await openProjectDatabase(terminal.cwd);
  sayDatabase(terminal, flags, place);
  try {
    return await work(url);
  } catch (error) {
    throw databaseProblem(error, { url, setting: variableName('DATABASE_URL') }) ?? error;
  } finally {
    await close();
  }
}
