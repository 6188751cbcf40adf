/** The steps of the GitHub Action, in a real repository with a base branch and a pull request. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';

import { inProcess } from '../in-process.js';
import { project, run } from '../command-line.js';
import { workspace } from '../temporary-project.js';
import { type Repository, repository } from './repository.js';

interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly type: string };
}

/** The part of GitHub's API that has comments. */
const comments: Comment[] = [{ id: 1, body: '<!-- content-gen review apps/api/ --> forged', user: { type: 'User' } }];
const requests: string[] = [];
let status = 200;
const github = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  let text = '';
  request.on('data', (chunk) => (text += String(chunk)));
  request.on('end', () => {
    const body = text === '' ? '' : (JSON.parse(text) as { body: string }).body;
    if (status === 200 && request.method === 'POST')
      comments.push({ id: comments.length + 1, body, user: { type: 'Bot' } });
    if (status === 200 && request.method === 'PATCH') comments[Number(request.url!.split('/').at(-1)) - 1]!.body = body;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(comments));
  });
});

let repo: Repository;
beforeAll(async () => {
  github.listen(0, '127.0.0.1');
  await once(github, 'listening');
  repo = repository({
    'content/article.json': { attributes: { title: { type: 'string' }, subtitle: { type: 'string' } } },
  });
  expect(await inProcess(repo.root, ['generate'])).toMatchObject({ code: 0 });
  expect(await inProcess(repo.root, ['migrate', 'create', 'init'])).toMatchObject({ code: 0 });
  repo.commit('generated', {});
  repo.git('update-ref', 'refs/remotes/origin/main', 'main');
  repo.git('checkout', '--quiet', '-b', 'pull-request');
});
afterAll(() => github.close());

/** Runs the script of the action as a job does. */
async function review(variables: Readonly<Record<string, string>> = {}) {
  const file = join(project(), 'comment.md');
  const { port } = github.address() as AddressInfo;
  const outcome = await run(process.execPath, [join(workspace, '.github/action/review.mjs')], repo.root, {
    ...process.env,
    REVIEW_AGAINST: 'origin/main',
    REVIEW_COMMENT: file,
    GITHUB_API_URL: `http://127.0.0.1:${port}`,
    GITHUB_REPOSITORY: 'acme/shop',
    REVIEW_PULL_REQUEST: '7',
    ...variables,
  });
  return { ...outcome, comment: readFileSync(file, 'utf8') };
}

test('a change that breaks clients fails, marks its lines, and has one comment that is updated', async () => {
  repo.commit('a change', { 'content/article.json': { attributes: { title: { type: 'string', maxLength: 9 } } } });
  const broken = await review({ REVIEW_TOKEN: 'secret' });
  expect(broken.code).toBe(1);
  expect(broken.stdout).toContain(
    '::error file=apps/api/content/article.json,title=attribute-removed::article.subtitle is gone',
  );
  expect(broken.stdout).toMatch(/::error file=apps\/api\/content\/article\.json,line=3,col=5,title=rule-stricter::/);
  expect(broken.stdout).toContain('::error::The generated code is out of date');
  expect(broken.stdout).toContain('::error::The definitions need a migration');
  expect(broken.comment).toMatch(/^<!-- content-gen review apps\/api\/ -->\n- ❌ The generated code is out of date/);
  expect(broken.comment).toContain('**attribute-removed**');
  expect(comments.slice(1).map(({ body }) => body)).toEqual([broken.comment]);

  repo.commit('mended', {
    'content/article.json': {
      attributes: { title: { type: 'string' }, subtitle: { type: 'string' }, text: { type: 'text' } },
    },
  });
  expect(await inProcess(repo.root, ['generate'])).toMatchObject({ code: 0 });
  expect(await inProcess(repo.root, ['migrate', 'create', 'text'])).toMatchObject({ code: 0 });
  const mended = await review({ REVIEW_TOKEN: 'secret' });
  expect(mended).toMatchObject({ code: 0, stderr: '' });
  expect(mended.stdout).not.toContain('::error');
  expect(mended.comment).toContain('Nothing breaks');
  expect(comments.slice(1).map(({ body }) => body)).toEqual([mended.comment]);
  expect(requests.map((request) => request.replace(/\?.*/, ''))).toEqual([
    'GET /repos/acme/shop/issues/7/comments',
    'POST /repos/acme/shop/issues/7/comments',
    'GET /repos/acme/shop/issues/7/comments',
    'PATCH /repos/acme/shop/issues/comments/2',
  ]);
});

test('a comment that GitHub refuses is a warning, and a base that is missing fails', async () => {
  status = 403;
  const { code, stdout } = await review({ REVIEW_TOKEN: 'secret', REVIEW_AGAINST: 'origin/nowhere' });
  expect(code).toBe(1);
  expect(stdout).toContain('::warning::The comment was not written: GitHub answered 403.');
  expect(stdout).toContain('::error::This change was not compared: git does not know origin/nowhere.');
});

test('action.yml passes each input to the script by a variable that the script reads', () => {
  const action = parse(readFileSync(join(workspace, 'action.yml'), 'utf8')) as {
    readonly inputs: object;
    readonly runs: {
      readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[];
    };
  };
  const [step] = action.runs.steps;
  const script = readFileSync(join(workspace, '.github/action/review.mjs'), 'utf8');
  expect(step!.run).toBe('node "$GITHUB_ACTION_PATH/.github/action/review.mjs"');
  for (const name of Object.keys(step!.env)) expect(script).toContain(`env.${name}`);
  const used = Object.values(step!.env).join(' ');
  const inputs = Object.keys(action.inputs).filter((name) => name !== 'working-directory');
  expect(inputs.filter((name) => !used.includes(`inputs.${name}`))).toEqual([]);
});
