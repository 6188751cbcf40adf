import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';

/**
 * The contents that the project's git repository contains. After a pull, generated files differ from the record
 * although they were not edited, and content in git cannot be lost.
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
    // Without git or a repository, no content is in git.
    git.on('error', () => resolve([]));
    git.stdin.on('error', () => undefined);
    git.on('close', (code) => resolve(code === 0 ? answer.split('\n') : []));
    git.stdin.end(`${ids.join('\n')}\n`);
  });
}
