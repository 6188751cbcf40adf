/**
 * The steps of the action: generated code, migrations and clients of a pull request. Writes the comment to a file
 * (REVIEW_COMMENT, or the summary of the job), marks the lines, and sends the comment if there is a token. It needs
 * Node, git and the project's own content-gen, and no service besides the one that shows the comment.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { annotationsOf, escapedMessage } from './annotations.mjs';
import { sendComment } from './comment.mjs';

const { env } = process;
const root = process.cwd();
const migrations = env.REVIEW_MIGRATIONS || 'migrations';

/** The command line that the project has installed, in its folder or in one above. */
function commandLine() {
  for (let folder = root; ; folder = dirname(folder)) {
    const bin = join(folder, 'node_modules', 'content-gen', 'bin', 'content-gen.js');
    if (existsSync(bin)) return bin;
    if (folder === dirname(folder)) {
      fail('The package content-gen is not installed. Install the packages of the project in a step before.');
    }
  }
}

/** Ends the review without a result. */
function fail(message) {
  console.log(`::error::${escapedMessage(message)}`);
  process.exit(2);
}

function contentGen(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
  });
  return { status, stdout, stderr };
}

/** The one object that a command prints with --json. */
function answerOf(outcome) {
  try {
    return JSON.parse(outcome.stdout);
  } catch {
    return fail(`content-gen failed: ${outcome.stderr.trim() || `exit code ${outcome.status}`}`);
  }
}

/** Whether the generated code is that of the definitions. */
function reviewGeneratedCode() {
  const answer = answerOf(contentGen('generate', '--check', '--json'));
  const stale = (answer.files ?? []).map(({ path }) => path);
  const errors = (answer.diagnostics ?? []).filter(({ severity }) => severity === 'error');
  for (const { file, line, column, code, message } of errors) {
    console.log(...annotationsOf([{ file, line, column, code, message, severity: 'breaking' }], prefix));
  }
  if (answer.ok) return [];
  if (answer.message !== undefined) return [answer.message];
  if (errors.length > 0) return [`The definitions have errors: ${errors.map(({ message }) => message).join('; ')}.`];
  return [`The generated code is out of date: run \`content-gen generate\` and commit ${stale.join(', ')}.`];
}

/** Whether every change of the definitions has its migration. A project without migrations is not released yet. */
function reviewMigrations() {
  const files = existsSync(migrations) ? readdirSync(migrations) : [];
  if (!files.some((file) => file.endsWith('.sql'))) return [];
  const answer = answerOf(contentGen('migrate', 'plan', '--folder', migrations, '--json'));
  if (answer.ok) return [];
  if (answer.message !== undefined) return [answer.message];
  if (answer.statements === undefined) return [];
  return ['The definitions need a migration: run `content-gen migrate create` and commit it.'];
}

/** What changes for clients, roles and the database. */
function reviewChanges() {
  const against = env.REVIEW_AGAINST;
  if (!against) fail('There is no base branch: run the action on pull_request, or set the input "against".');
  const folder = mkdtempSync(join(tmpdir(), 'content-gen-review-'));
  const file = join(folder, 'comment.md');
  const args = ['diff', `--against=${against}`, '--merge-base', '--migrations', migrations, '--json'];
  if (env.REVIEW_REQUESTS) args.push('--requests', env.REVIEW_REQUESTS);
  const answer = answerOf(contentGen(...args, '--markdown', file));
  if (answer.changes === undefined) {
    const reason = answer.message ?? 'The definitions have errors.';
    return { problems: [`This change was not compared: ${reason}`], markdown: '' };
  }
  for (const line of annotationsOf(answer.changes, prefix)) console.log(line);
  const problems = answer.ok ? [] : [`${answer.breaking} of the changes below break clients, roles or the database.`];
  return { problems, markdown: readFileSync(file, 'utf8') };
}

const bin = commandLine();
/** The path of the project in the repository, because annotations have paths of the repository. */
const prefix = execFileSync('git', ['rev-parse', '--show-prefix'], { encoding: 'utf8' }).trim();

const found = [...reviewGeneratedCode(), ...reviewMigrations()];
for (const problem of found) console.log(`::error::${escapedMessage(problem)}`);
const changes = reviewChanges();
for (const problem of changes.problems) console.log(`::error::${escapedMessage(problem)}`);

const problems = [...found, ...changes.problems];
/** The mark finds the comment again. A repository may have several projects, each with a comment. */
const mark = `<!-- content-gen review ${prefix || '.'} -->`;
const comment = [mark, ...problems.map((problem) => `- ❌ ${problem}`), '', changes.markdown].join('\n');
if (env.REVIEW_COMMENT) writeFileSync(env.REVIEW_COMMENT, comment);
if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, comment);
if (env.REVIEW_TOKEN && env.REVIEW_PULL_REQUEST) {
  const warning = await sendComment(comment, mark, {
    api: env.GITHUB_API_URL || 'https://api.github.com',
    repository: env.GITHUB_REPOSITORY,
    pullRequest: env.REVIEW_PULL_REQUEST,
    token: env.REVIEW_TOKEN,
  });
  if (warning !== undefined) console.log(`::warning::${escapedMessage(warning)}`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
