import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { runGit } from './git.js';
import type { Commit } from './ref.js';

/** Code, data and migrations. A definition needs no other files, and a repository may have large ones. */
const NEEDED = /\.(?:[cm]?[jt]s|json|sql|snapshot)$/;

/** The mode of a symbolic link in git, which may be a folder of definitions. */
const LINK = '120000';

/**
 * Writes the files of a commit into a folder inside the project, so that a config finds the packages of today. Neither
 * the index nor the files of the user change. The folder is removed after the work, also when the process exits.
 */
export async function withCheckout<T>(
  root: string,
  { hash, top, prefix }: Commit,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(join(root, '.content-gen'), { recursive: true });
  const temporary = await mkdtemp(join(root, '.content-gen', 'diff-'));
  const remove = () => rmSync(temporary, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const env = { GIT_INDEX_FILE: join(temporary, 'index') };
    await runGit(['read-tree', hash], { cwd: top, env });
    const paths = neededPaths(await runGit(['ls-files', '--stage', '-z'], { cwd: top, env }));
    const folder = join(temporary, 'files');
    await runGit(['checkout-index', '-z', '--stdin', `--prefix=${folder}/`], {
      cwd: top,
      env,
      input: paths.join('\0'),
    });
    return await work(join(folder, prefix));
  } finally {
    process.off('exit', remove);
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** From lines such as `100644 <hash> 0\tcontent/article.ts`. */
function neededPaths(listing: string): readonly string[] {
  return listing.split('\0').flatMap((line) => {
    const [info = '', path = ''] = line.split('\t', 2);
    return path !== '' && (NEEDED.test(path) || info.startsWith(LINK)) ? [path] : [];
  });
}
