import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';

/**
 * Which of these contents the project's git repository holds. After a pull, generated files differ from what was last
 * written here without being anybody's edit; and what git holds cannot be lost.
 */
export async function heldByGit(root: string, contents: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = contents.map(blobId);
  const lines = await ask(root, ids);
  return new Set(contents.filter((_, index) => lines[index]?.endsWith(' blob')));
}

function blobId(content: string): string {
  const bytes = Buffer.from(content);
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function ask(root: string, ids: readonly string[]): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const git = spawn('git', ['cat-file', '--batch-check=%(objectname) %(objecttype)'], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let answer = '';
    git.stdout.setEncoding('utf8').on('data', (text: string) => (answer += text));
    // No git, or no repository: nothing is held.
    git.on('error', () => resolve([]));
    git.stdin.on('error', () => undefined);
    git.on('close', (code) => resolve(code === 0 ? answer.split('\n') : []));
    git.stdin.end(`${ids.join('\n')}\n`);
  });
}
