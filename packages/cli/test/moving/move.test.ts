/** `content-gen move` with the real command line, on a Strapi project that has every kind of code. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { contentGen, filesIn, project } from '../command-line.js';
import { inProcess } from '../in-process.js';
import { workspace, writeFiles } from '../temporary-project.js';
import { metadata, packed, strapiArchive } from './archive.js';
import { bareStrapiProject, fixture, partsOf } from './strapi.js';

const textOf = (root: string, path: string): string => readFileSync(join(root, path), 'utf8');

interface Answer {
  readonly findings: readonly {
    readonly outcome: string;
    readonly kind: string;
    readonly file: string;
    readonly line: number;
    readonly name: string;
  }[];
  readonly files: readonly { readonly path: string; readonly change: string }[];
}

async function findingsOf(root: string, ...args: readonly string[]): Promise<Answer> {
  const { stdout, code } = await inProcess(root, ['move', '--json', ...args]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Answer;
}

describe('the report', () => {
  test('names every file under src and config, and every dependency of Strapi', async () => {
    const root = bareStrapiProject();
    expect(await contentGen(root, 'move')).toMatchObject({ code: 0, stderr: '' });
    const report = textOf(root, 'MOVING.md');
    const missing = partsOf(fixture).filter((file) => !report.includes(`\`${file}:`));
    expect(missing).toEqual([]);
    for (const name of [
      'plugin-graphql',
      'provider-upload-aws-s3',
      'provider-email-nodemailer',
      'strapi-plugin-webtools',
    ])
      expect(report).toMatch(new RegExp(`\`package.json:\\d+\` \\S*${name}`));
  });

  test.each([
    ['hand', 'route', 'src/api/article/routes/custom.ts', 3, 'GET /articles/slug/:slug'],
    ['hand', 'controller', 'src/api/article/controllers/article.ts', 4, 'api::article.article.find'],
    ['hand', 'controller', 'src/api/article/controllers/article.ts', 16, 'api::article.article.unrouted'],
    ['hand', 'service', 'src/api/subscription/services/subscription.ts', 4, 'subscription.sendDigest'],
    ['hand', 'policy', 'src/api/article/policies/is-author.ts', 1, 'api::article.is-author'],
    ['translated', 'policy', 'src/policies/is-signed-in.ts', 1, 'global::is-signed-in'],
    ['hand', 'middleware', 'src/middlewares/request-time.ts', 1, 'global::request-time'],
    ['translated', 'middleware', 'src/api/article/middlewares/populate.ts', 1, 'api::article.populate'],
    [
      'hand',
      'lifecycle',
      'src/api/article/content-types/article/lifecycles.ts',
      2,
      'api::article.article beforeCreate',
    ],
    [
      'hand',
      'lifecycle',
      'src/api/article/content-types/article/lifecycles.ts',
      10,
      'api::article.article beforeFindMany',
    ],
    ['hand', 'lifecycle', 'src/index.ts', 16, 'strapi.db.lifecycles.subscribe'],
    ['hand', 'documents', 'src/index.ts', 7, 'strapi.documents.use'],
    ['hand', 'cron', 'config/cron-tasks.ts', 2, 'sendDigest'],
    ['hand', 'start', 'src/index.ts', 15, 'bootstrap'],
    ['hand', 'plugin', 'config/plugins.ts', 31, 'labels'],
    ['hand', 'graphql', 'config/plugins.ts', 30, 'graphql'],
    ['translated', 'provider', 'config/plugins.ts', 13, 'upload: aws-s3'],
    ['translated', 'setting', 'config/middlewares.ts', 4, 'strapi::cors headers: *'],
    ['works', 'condition', 'src/api/article/content-types/article/schema.json', 11, 'price'],
    [
      'works',
      'customField',
      'src/api/article/content-types/article/schema.json',
      16,
      'colour (plugin::color-picker.color)',
    ],
    ['hand', 'extension', 'src/extensions/users-permissions/strapi-server.ts', 1, 'code for users-permissions'],
    [
      'works',
      'extension',
      'src/extensions/users-permissions/content-types/user/schema.json',
      1,
      'schema of users-permissions',
    ],
    ['hand', 'route', 'src/api/author/routes/author.js', 5, 'GET /authors'],
    ['unused', 'admin', 'src/admin/app.tsx', 1, 'code of the admin panel; editors use the studio'],
    ['works', 'other', 'src/utils/slug.ts', 1, 'module of your own'],
    ['hand', 'other', 'src/utils/queue.ts', 1, 'module that uses strapi'],
  ])('%s: %s of %s:%i', async (outcome, kind, file, line, name) => {
    const { findings } = await (answer ??= findingsOf(bareStrapiProject(), '--dry-run'));
    expect(findings).toContainEqual(expect.objectContaining({ outcome, kind, file, line, name }));
  });
  let answer: Promise<Answer> | undefined;

  test('check names what it ignores, until there is a report', async () => {
    const root = bareStrapiProject();
    const before = await inProcess(root, ['check']);
    expect(before).toMatchObject({ code: 0 });
    expect(before.stderr).toContain('CG510  warning: Routes (10) have no effect here: ');
    expect(before.stderr).toContain('CG510  warning: Cron tasks (2) have no effect here: sendDigest, */5 * * * *\n');
    expect(before.stderr).toContain('"content-gen move" lists them, and writes stubs');
    await inProcess(root, ['move']);
    expect(await inProcess(root, ['check'])).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('the files', () => {
  test('the proposed config has the settings of the Strapi project', async () => {
    const root = bareStrapiProject();
    await inProcess(root, ['move']);
    await expect(textOf(root, 'content-gen.config.ts')).toMatchFileSnapshot(
      join(fixture, '..', 'content-gen.config.txt'),
    );
  });

  test('variables of .env decide, and no secret is copied', async () => {
    const root = bareStrapiProject();
    const secrets = 'AWS_ACCESS_KEY_ID=AKIASECRET\nAWS_ACCESS_SECRET=verysecret\n';
    writeFileSync(join(root, '.env'), `${secrets}S3_BUCKET=other-bucket\nAWS_REGION="us-west-2"\n`);
    await inProcess(root, ['move']);
    const all = Object.values(await filesIn(root))
      .filter((text) => text.includes('content-gen move'))
      .join('\n');
    expect(all).toContain("bucket: 'other-bucket'");
    expect(all).toContain("region: 'us-west-2'");
    expect(all).not.toMatch(/AKIASECRET|verysecret/);
  });

  test('a second run changes nothing, and changed files are kept', async () => {
    const root = bareStrapiProject();
    await inProcess(root, ['move']);
    // Neither the build nor ported code is a part of the old project.
    writeFiles(root, {
      'dist-content/hooks.js': 'exports.hooks = strapi;\n',
      'src/moved/policies/ported.ts': 'export const isPorted = true;\n',
    });
    const first = await filesIn(root);
    const again = await inProcess(root, ['move']);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(await filesIn(root)).toEqual(first);
    expect(again.stdout).not.toMatch(/^ {2}(create|update)/m);

    const mine = `${first['src/moved/policies.ts']}\n// Mine.\n`;
    writeFileSync(join(root, 'src/moved/policies.ts'), mine);
    writeFileSync(join(root, 'content-gen.config.ts'), 'export default { api: { prefix: "/content" } };\n');
    writeFileSync(join(root, 'src/middlewares/second.ts'), 'export default () => (ctx, next) => next();\n');
    const third = await inProcess(root, ['move']);
    expect(third.stdout).toContain('  keep  content-gen.config.ts\n');
    expect(third.stdout).toContain('  keep  src/moved/policies.ts\n');
    expect(third.stdout).toContain('  update  src/moved/middlewares.ts\n');
    const files = await filesIn(root);
    expect(files['src/moved/policies.ts']).toBe(mine);
    expect(files['content-gen.config.ts']).toContain('prefix: "/content"');
    expect(files['src/moved/middlewares.ts']).toContain('export const second: MiddlewareHandler');
    expect(files['MOVING.md']).toContain('## Proposed configuration');
  });

  describe('ported code', () => {
    const sectionOf = (report: string, title: string) =>
      report.split(/^## /m).find((part) => part.startsWith(title)) ?? '';
    const change = (path: string, edit: (text: string) => string) =>
      writeFileSync(path, edit(readFileSync(path, 'utf8')));

    test('is listed as ported by the next run, and a stub that was deleted stays deleted', async () => {
      const root = bareStrapiProject();
      await inProcess(root, ['move']);
      const first = readFileSync(join(root, 'MOVING.md'), 'utf8');
      expect(sectionOf(first, 'Ported')).toContain('Nothing.');
      expect(sectionOf(first, 'Closed until ported')).toContain('POST /subscriptions/join');

      change(join(root, 'src/moved/policies.ts'), (text) =>
        text.replace(/\(\) => \{\s+throw [^;]+;\s+\};/, 'async (_, next) => next();'),
      );
      rmSync(join(root, 'src/moved/routes/subscription.ts'));
      // The lines of the old code may move.
      change(join(root, 'src/index.ts'), (text) => `\n\n${text}`);
      const again = await inProcess(root, ['move']);
      expect(again).toMatchObject({ code: 0, stderr: '' });
      expect(again.stdout).toContain('  deleted  src/moved/routes/subscription.ts\n');
      expect(again.stdout).toContain('1 file of stubs that you deleted stay');
      expect(existsSync(join(root, 'src/moved/routes/subscription.ts'))).toBe(false);
      const report = readFileSync(join(root, 'MOVING.md'), 'utf8');
      const ported = sectionOf(report, 'Ported');
      expect(ported).toContain('api::article.is-author');
      expect(ported).toContain('POST /subscriptions/join');
      expect(ported).toContain('api::subscription.subscription.join');
      const closed = sectionOf(report, 'Closed until ported');
      expect(closed).not.toContain('subscriptions/join');
      expect(closed).not.toContain('src/api/article/policies/is-author.ts');
      // Its other guards are not ported.
      expect(closed).toContain('article.update');
      expect(closed).toContain('plugin::labels.count');
      expect(report).not.toContain('Stubs to add');
      // A fresh clone has no record of what move wrote.
      for (const clone of [false, true]) {
        if (clone) rmSync(join(root, '.content-gen'), { recursive: true });
        const json = JSON.parse((await inProcess(root, ['move', '--dry-run', '--json'])).stdout);
        expect(json).toMatchObject({ counts: { ported: 3 }, lacking: [] });
      }
    });

    test.each(['here', 'in a fresh clone'])(
      'of a changed file does not hide a part that is new: its stub is shown, and said to be missing, %s',
      async (where) => {
        const root = bareStrapiProject();
        await inProcess(root, ['move']);
        change(join(root, 'src/moved/policies.ts'), (text) => `${text}\n// Mine.\n`);
        if (where === 'in a fresh clone') rmSync(join(root, '.content-gen'), { recursive: true });
        writeFiles(root, {
          'src/api/author/policies/is-late.js': 'module.exports = (ctx) => ctx.state.late;\n',
          'src/api/author/routes/late.js': `module.exports = { routes: [{ method: 'GET', path: '/late', handler: 'author.find', config: { policies: ['api::author.is-late'] } }] };\n`,
        });
        const again = await inProcess(root, ['move']);
        expect(again.stdout).toContain('src/moved/policies.ts lacks new stubs because you changed it');
        const report = readFileSync(join(root, 'MOVING.md'), 'utf8');
        expect(sectionOf(report, 'Closed until ported')).toContain('api::author.is-late');
        expect(sectionOf(report, 'Stubs to add to src/moved/policies.ts')).toContain(
          'The policy api::author.is-late is not ported yet',
        );
      },
    );
  });

  test('--dry-run writes nothing', async () => {
    const root = bareStrapiProject();
    const before = await filesIn(root);
    const { stdout, code } = await inProcess(root, ['move', '--dry-run']);
    expect(code).toBe(0);
    expect(stdout).toContain('create  MOVING.md');
    expect(stdout).toContain('Nothing was written.');
    expect(await filesIn(root)).toEqual(before);
  });

  test('a folder without a project, and a config with an error, are errors', async () => {
    const empty = await inProcess(project(), ['move']);
    expect(empty).toMatchObject({ code: 1, stdout: '' });
    expect(empty.stderr).toContain('is not a Strapi project');
    const wrong = await inProcess(project({ 'src/api/.gitkeep': '', 'content-gen.config.json': '{ "outptu": "x" }' }), [
      'move',
    ]);
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.stderr).toContain('did you mean');
  });
});

describe('with an archive', () => {
  test('roles, permissions, locales and settings of users come from it', async () => {
    const archive = strapiArchive({
      roles: {
        public: ['api::article.article.find', 'api::article.article.bySlug', 'plugin::users-permissions.auth.callback'],
        authenticated: ['plugin::users-permissions.user.me', 'api::article.article.delete', 'api::author.author.find'],
        editor: ['api::author.author.update', 'plugin::upload.content-api.upload', 'plugin::i18n.locales.listLocales'],
      },
      locales: ['en', 'fr-CA'],
      settings: {
        plugin_i18n_default_locale: 'fr-CA',
        'plugin_users-permissions_advanced': { email_confirmation: true, default_role: 'editor' },
      },
    });
    const root = bareStrapiProject();
    expect(await inProcess(root, ['move', '--archive', archive])).toMatchObject({ code: 0, stderr: '' });
    const config = textOf(root, 'content-gen.config.ts').replaceAll(/\s+/g, ' ');
    expect(config).toContain("locales: { default: 'fr-CA', all: ['en', 'fr-CA'] }");
    expect(config).toContain(
      "public: { article: [ 'find', 'findOne', // 'findDraft', ], auth: ['callback'], author: ['find'], }",
    );
    // The core router of articles has no delete, and there is no route to update an author. Everybody may ask for routes
    // with `auth: false`.
    const everybody = "article: [ 'find', 'findOne', // 'findDraft', ], author: ['find']";
    expect(config).toContain(`authenticated: { ${everybody}, user: ['me'], }`);
    expect(config).toContain(`editor: { ${everybody}, locale: ['find'], upload: ['upload', 'replace'], }`);
    expect(config).toContain('emailConfirmation: true');
    expect(config).toContain("defaultRole: 'editor'");
    expect(textOf(root, 'MOVING.md')).toContain('public: api::article.article.bySlug: check this right');
    expect(await inProcess(root, ['check'])).toMatchObject({ code: 0, stderr: '' });
  });

  test('a database says the same as the archive of its project', async () => {
    const [recorded, roots] = [join(workspace, 'fixtures', 'moving', 'recorded'), [0, 1].map(bareStrapiProject)];
    const [byDatabase = '', byArchive = ''] = roots;
    writeFileSync(join(byDatabase, 'data.db'), gunzipSync(readFileSync(join(recorded, 'sqlite.db.gz'))));
    const read = await inProcess(byDatabase, ['move', '--database', 'data.db']);
    expect(read).toMatchObject({ code: 0, stderr: '' });
    await inProcess(byArchive, ['move', '--archive', join(recorded, 'archive.tar.gz')]);
    const config = textOf(byDatabase, 'content-gen.config.ts');
    expect(config).toContain('editor: {');
    expect(config).toBe(textOf(byArchive, 'content-gen.config.ts'));
  });

  test('a database that does not answer is an error without its password', async () => {
    const root = bareStrapiProject();
    const args = ['move', '--database', 'postgres://strapi:hush@127.0.0.1:1/cms'];
    const outcome = await inProcess(root, args);
    expect(outcome).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'No database answers at 127.0.0.1:1 (ECONNREFUSED). Start it, or correct the address.\n',
    });
    expect(outcome.stderr).not.toContain('hush');
    expect(await inProcess(root, [...args, '--archive', 'x.tar.gz'])).toMatchObject({ code: 64 });
  });

  test('an encrypted archive of Strapi itself needs its key', async () => {
    const root = bareStrapiProject();
    const archive = join(workspace, 'fixtures', 'moving', 'recorded', 'encrypted.tar.gz.enc');
    const args = ['move', '--archive', archive, '--key'];
    expect(await inProcess(root, [...args, 'a wrong key'])).toMatchObject({ code: 1, stdout: '' });
    expect(await inProcess(root, [...args, 'a key for tests'])).toMatchObject({ code: 0, stderr: '' });
    const config = textOf(root, 'content-gen.config.ts').replaceAll(/\s+/g, ' ');
    expect(config).toContain("locales: { default: 'en', all: ['en', 'fr'] }");
    expect(config).toContain('editor: {');
  });

  test.each([
    ['an encrypted one', 'x.tar.gz.enc', () => Buffer.from('x'), 'is encrypted. Give its key with --key.'],
    ['a text', 'x.tar.gz', () => Buffer.from('no archive'), 'is not an export: it is neither a tar file'],
    [
      'half of one',
      'x.tar.gz',
      () => readFileSync(strapiArchive({ roles: { public: [] } })).subarray(0, 120),
      'is not readable: it is not an export, or it was cut off',
    ],
    [
      'lines that are not JSON',
      'x.tar.gz',
      () =>
        readFileSync(
          packed({ ...metadata, 'entities/e.jsonl': '{"type":"plugin::users-permissions.role", nonsense\n' }),
        ),
      'entities/e.jsonl, line 1: ',
    ],
  ])('%s is an error in words', async (_, name, content, message) => {
    const root = bareStrapiProject();
    writeFileSync(join(root, name), content());
    const outcome = await inProcess(root, ['move', '--archive', name]);
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toContain(message);
    expect(Object.keys(await filesIn(root))).not.toContain('MOVING.md');
  });

  test('a missing one is an error in words', async () => {
    const outcome = await inProcess(bareStrapiProject(), ['move', '--archive', 'nowhere.tar.gz', '--json']);
    expect(outcome.code).toBe(1);
    expect(JSON.parse(outcome.stdout)).toMatchObject({
      ok: false,
      message: expect.stringContaining('nowhere.tar.gz is not readable'),
    });
  });
});
