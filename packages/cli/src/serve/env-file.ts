import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file, relative to the project. */
export const envFile = '.content-gen/serve.env';

/**
 * Writes the variables with which other programs find the embedded database, whose port and password only `serve` knows.
 * Returns a function that removes them.
 */
export async function writeEnvFile(root: string, url: string): Promise<() => Promise<void>> {
  const path = join(root, envFile);
  // Other users of the machine must not read the password.
  await writeFile(path, '', { mode: 0o600 });
  await chmod(path, 0o600);
  await writeFile(path, `DATABASE_URL=${url}\nCONTENT_GEN_MODE=development\n`);
  return () => rm(path, { force: true });
}
