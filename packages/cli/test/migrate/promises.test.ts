/** What the generated types promise holds for the rows that exist when a definition changes. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { cases } from '../../../runtime/test/harness/suite.js';
import { type TestServer, startServer } from './server.js';
import { type Site, createSite } from './site.js';

let server: TestServer;
let site: Site;
let sql: postgres.Sql;

beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  await site?.close();
  const database = await server.database();
  sql = database.sql;
  site = await createSite(database.url);
});
afterAll(async () => {
  await site?.close();
  await server?.stop();
});

const article = (attributes: readonly string[], head = '') =>
  site.write({
    'content/article.ts': `import { defineContentType } from 'content-gen';\n\nexport default defineContentType({ ${head}attributes: { ${attributes.join(', ')} } });\n`,
  });
const component = (name: string, attributes: string) =>
  site.write({
    [`content/components/shared/${name}.ts`]: `import { defineComponent } from 'content-gen';\n\nexport default defineComponent({ attributes: { ${attributes} } });\n`,
  });

async function begin(attributes: readonly string[], head = '') {
  await article(attributes, head);
  expect((await site.migrate('init')).code).toBe(0);
  await site.start();
}

async function migrated(...flags: readonly string[]) {
  const applied = await site.migrate('change', ...flags);
  expect(applied).toMatchObject({ code: 0, stderr: '' });
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 0 });
  expect(await site.cli('migrate', 'plan')).toMatchObject({ code: 0 });
  await site.start();
  return applied.stdout;
}

/** Applies the migration that was created, which fails. */
async function refused(...messages: readonly string[]) {
  const { code, stderr } = await site.cli('migrate', 'apply', '--allow-data-loss');
  expect(code).toBe(1);
  for (const message of messages) expect(stderr).toContain(message);
  expect(stderr).toContain('Nothing of this migration was applied');
}

const defaults: Readonly<Record<string, readonly [attribute: string, value: unknown]>> = {
  string: [`type: 'string'`, "it's"],
  text: [`type: 'text'`, 'text'],
  richtext: [`type: 'richtext'`, 'rich'],
  email: [`type: 'email'`, 'a@b.cd'],
  enumeration: [`type: 'enumeration', enum: ['a', 'b']`, 'b'],
  integer: [`type: 'integer'`, 1],
  biginteger: [`type: 'biginteger'`, '9007199254740993'],
  float: [`type: 'float'`, 0.5],
  decimal: [`type: 'decimal'`, 2.25],
  boolean: [`type: 'boolean'`, false],
  date: [`type: 'date'`, '2026-01-02'],
  time: [`type: 'time'`, '03:04:05.678'],
  datetime: [`type: 'datetime'`, '2026-01-02T03:04:05.000Z'],
  json: [`type: 'json'`, { a: ["it's"] }],
  blocks: [`type: 'blocks'`, [{ type: 'paragraph', children: [{ type: 'text', text: 'x' }] }]],
};
const optional = Object.entries(defaults).map(([name, [type]]) => `${name}: { ${type} }`);
const promised = Object.entries(defaults).map(
  ([name, [type, value]]) => `${name}: { ${type}, required: true, default: ${JSON.stringify(value)} }`,
);
const values = Object.fromEntries(Object.entries(defaults).map(([name, [, value]]) => [name, value]));
const named = `name: { type: 'string' }`;

const defaultsInDatabase = () =>
  sql`select column_name from information_schema.columns where table_name = 'articles' and column_default is not null
    and column_name = any(${Object.keys(defaults)})`;

test('a required attribute with a default has it in all rows: when it is new, and when it begins to be required', async () => {
  await begin([named]);
  await site.api('POST', '/articles', { name: 'old' });
  await article([named, ...promised]);
  await migrated();
  expect((await site.api('GET', '/articles')).data).toMatchObject([{ name: 'old', ...values }]);
  expect(await defaultsInDatabase()).toHaveLength(promised.length);

  await article([named, ...optional]);
  await migrated();
  expect(await defaultsInDatabase()).toEqual([]);
  await site.api('POST', '/articles', { name: 'new' });
  expect((await site.api('GET', '/articles?filters[name]=new')).data).toMatchObject([{ integer: null }]);
  await article([named, ...promised]);
  await migrated();
  expect((await site.api('GET', '/articles?filters[name]=new')).data).toMatchObject([values]);
});

test('servers of the last release store the default of a new required attribute until they are replaced', async () => {
  await begin([named]);
  await article([named, ...promised]);
  expect((await site.migrate('add')).code).toBe(0);
  // The server still runs the code of the last release.
  const { documentId } = (await site.api('POST', '/articles', { name: 'between' })).data;
  await site.api('PUT', `/articles/${documentId}`, { name: 'changed' });
  await site.start();
  expect((await site.api('GET', '/articles')).data).toMatchObject([{ name: 'changed', ...values }]);
});

const ranked = [
  [
    `rank: { type: 'integer', required: true, default: 1 }`,
    `rank: { type: 'date', required: true, default: '2026-01-02' }`,
  ],
  [`rank: { type: 'string', required: true, default: 'a' }`, `rank: { type: 'integer' }`],
  [`rank: { type: 'integer', required: true, default: 1 }`, `rank: { type: 'string', required: true, default: 'a' }`],
] as const;

test.each(cases(ranked, 1))('a column with a default in the database changes its type: %s', async (before, after) => {
  await begin([named]);
  await article([named, before]);
  await migrated();
  await article([named, after]);
  await migrated('--allow-data-loss');
  expect((await site.api('POST', '/articles', { name: 'new' })).data).toHaveProperty('rank');
});

test('an old name that is kept gives its values to a new column with a default', async () => {
  await begin([named]);
  await article([named, `rank: { type: 'integer', required: true, default: 1 }`]);
  await migrated();
  await article([named, `place: { type: 'integer', required: true, default: 1, renamedFrom: 'rank' }`]);
  expect(await site.cli('migrate', 'create', 'rename', '--keep-old-names')).toMatchObject({ code: 0 });
  expect(await site.cli('migrate', 'apply')).toMatchObject({ code: 0 });
  await site.api('POST', '/articles', { name: 'old server', rank: 5 });
  await site.start();
  expect((await site.api('GET', '/articles')).data).toMatchObject([{ name: 'old server', place: 5 }]);
  await site.api('POST', '/articles', { name: 'new server', place: 6 });
  expect(await sql`select rank from articles order by id`).toEqual([{ rank: 5 }, { rank: 6 }]);
});

test('drafts get the defaults that the types promise when draft & publish is switched off; missing values are refused', async () => {
  const attributes = [
    `title: { type: 'string', required: true }`,
    `code: { type: 'string', unique: true }`,
    `rank: { type: 'integer' }`,
    `cover: { type: 'media', required: true }`,
  ];
  await begin(attributes, 'draftAndPublish: true, ');
  await site.api('POST', '/articles?status=draft', { code: 'a' });
  const { documentId } = (await site.api('POST', '/articles?status=draft', { title: 'b', code: 'a' })).data;
  const [title, code, , cover] = attributes as [string, string, string, string];
  const rank = `rank: { type: 'integer', required: true, default: 1 }`;
  await article([title, code, rank, cover]);
  const counted = 'Documents of article that become public without a required value (cover): 2';
  expect(await site.migrate('off')).toMatchObject({ code: 3, stderr: expect.stringContaining(counted) });
  await refused('articles.code cannot be unique: several rows have a');
  await site.api('PUT', `/articles/${documentId}?status=draft`, { code: 'b' });
  await refused('Rows without a value of article.title: 1');

  await article([title.replace('}', `, backfill: 'filled' }`), code, rank, cover]);
  const [written = ''] = readdirSync(join(site.root, 'migrations')).filter((name) => name.endsWith('off.sql'));
  await site.remove(join('migrations', written));
  await site.remove(join('migrations', written.replace('.sql', '.snapshot')));
  const applied = await site.migrate('filled', '--allow-data-loss');
  expect(applied).toMatchObject({ code: 0, stdout: expect.stringContaining(counted) });
  await site.start();
  expect((await site.api('GET', '/articles?sort=code')).data).toMatchObject([
    { title: 'filled', rank: 1 },
    { title: 'b', rank: 1 },
  ]);
});

test('a draft and its published version repeat no unique value when draft & publish is switched off', async () => {
  const attributes = [`code: { type: 'string', unique: true }`];
  await begin(attributes, 'draftAndPublish: true, ');
  await site.api('POST', '/articles', { code: 'a' });
  await article(attributes);
  const planned = await site.cli('migrate', 'plan');
  expect(planned).toMatchObject({ code: 2, stdout: expect.stringContaining('cannot be unique') });
  expect(planned.stderr).not.toContain('cannot be unique');
  expect(await site.migrate('off', '--allow-data-loss')).toMatchObject({ code: 0 });
});

test('unique values that two locales have are named when the locales are switched off', async () => {
  const attributes = [`code: { type: 'string', unique: true, localized: true }`];
  await begin(attributes, 'localized: true, ');
  await site.api('POST', '/articles', { code: 'a' });
  const { documentId } = (await site.api('POST', '/articles?locale=fr', { code: 'a' })).data;
  await article([`code: { type: 'string', unique: true }`]);
  expect((await site.migrate('off')).code).toBe(3);
  await refused('articles.code cannot be unique: several rows have a');
  await site.api('PUT', `/articles/${documentId}?locale=fr`, { code: 'b' });
  expect(await site.cli('migrate', 'apply', '--allow-data-loss')).toMatchObject({ code: 0 });
});

const kind = (...names: readonly string[]) =>
  `kind: { type: 'enumeration', enum: [${names.map((name) => `'${name}'`)}] }`;

const [json, blocks] = [`kind: { type: 'json' }`, `kind: { type: 'blocks' }`];
const paragraph = { type: 'paragraph', children: [{ type: 'text', text: 'a' }] };

const unfit: [before: string, value: unknown, after: string, valid: unknown, outside: string][] = [
  [kind('a', 'b', 'c'), 'c', kind('a', 'b'), 'b', 'not in the enumeration: 1 ("c")'],
  [json, { a: 1 }, blocks, [paragraph], 'no rich text: 1 ("{"a": 1}")'],
  [`kind: { type: 'string' }`, 'other', kind('a'), 'a', 'not in the enumeration: 1 ("other")'],
  [`kind: { type: 'integer' }`, 7, kind('one', 'two'), null, 'not in the enumeration: 1 ("7")'],
  [json, [{ children: [] }], blocks, [], 'no rich text: 1 ("[{"children": []}]")'],
];

test.each(cases(unfit, 2))(
  'values that do not fit any more are counted and named: %s, %j',
  async (before, value, after, valid, outside) => {
    const box = `box: { type: 'component', component: 'shared.box' }`;
    const zone = `zone: { type: 'dynamiczone', components: ['shared.box', 'shared.holder'] }`;
    await component('box', before);
    await component('holder', `boxes: { type: 'component', component: 'shared.box', repeatable: true }`);
    await begin([before, box, zone]);
    const post = (direct: unknown, single: unknown, nested: unknown) =>
      site.api('POST', '/articles', {
        kind: direct,
        box: { kind: single },
        zone: [
          { __component: 'shared.box', kind: single },
          { __component: 'shared.holder', boxes: [{ kind: nested }, {}] },
        ],
      });
    const ids: string[] = [];
    for (const place of [0, 1, 2]) {
      const [direct, single, nested] = [0, 1, 2].map((each) => (each === place ? value : null));
      ids.push((await post(direct, single, nested)).data.documentId);
    }
    await component('box', after);
    await article([after, box, zone]);
    expect((await site.migrate('narrow')).code).toBe(1);
    const repair = (id: string | undefined, data: object) => site.api('PUT', `/articles/${id}`, data);
    const message = (place: string) => `Rows with a value of ${place} that is ${outside}`;
    await refused(message('article.kind'));
    await repair(ids[0], { kind: null });
    await refused(message('article.box: shared.box.kind'));
    await repair(ids[1], { box: null });
    await refused(message('article.zone: shared.box.kind'));
    await repair(ids[1], { zone: [] });
    await refused(message('article.zone: shared.box.kind'));
    await repair(ids[2], { zone: [] });
    expect(await site.cli('migrate', 'apply')).toMatchObject({ code: 0 });
    await site.start();
    await repair(ids[2], { kind: valid });
  },
);

test('values that an enumeration had for a while are found, too', async () => {
  await begin([kind('a')]);
  await article([kind('b', 'a')]);
  expect((await site.cli('migrate', 'plan')).stdout).toBe(
    "-- safe: changes no rows\nSELECT 'article.kind allows other values now';\n",
  );
  await migrated();
  await site.api('POST', '/articles', { kind: 'b' });
  await article([kind('a')]);
  expect((await site.migrate('back')).code).toBe(1);
  await refused('not in the enumeration: 1 ("b")');
});

/** Attributes with a row that breaks the rule which `after` adds, and a value that keeps it. */
const tightened = {
  title: { before: `type: 'string'`, value: null, after: `type: 'string', required: true`, fine: 'a' },
  kind: { before: `type: 'integer'`, value: 7, after: `type: 'enumeration', enum: ['one', 'two']`, fine: 'one' },
  mood: {
    before: `type: 'enumeration', enum: ['a', 'b']`,
    value: 'b',
    after: `type: 'enumeration', enum: ['a']`,
    fine: 'a',
  },
} as const;
const limited = {
  long: { before: `type: 'text'`, value: 'long text', after: `type: 'text', maxLength: 4`, fine: 'text' },
  emoji: { before: `type: 'text'`, value: '😀😀', after: `type: 'text', maxLength: 3`, fine: '😀' },
  short: { before: `type: 'string', minLength: 1`, value: 'a', after: `type: 'string', minLength: 2`, fine: 'ab' },
  usual: { before: `type: 'text'`, value: 'x'.repeat(256), after: `type: 'string'`, fine: 'x' },
  code: { before: `type: 'string'`, value: 'A 1', after: `type: 'string', regex: '^[a-z]+$'`, fine: 'a' },
  few: { before: `type: 'integer', min: -5`, value: -2, after: `type: 'integer', min: -1`, fine: -1 },
  many: { before: `type: 'decimal'`, value: 5.5, after: `type: 'decimal', max: 5`, fine: 5 },
  big: {
    before: `type: 'biginteger'`,
    value: '9007199254740993',
    after: `type: 'biginteger', max: '9007199254740992'`,
    fine: '1',
  },
  mail: { before: `type: 'string'`, value: 'nobody', after: `type: 'email'`, fine: 'a@b.cd' },
} as const;
const rules: Readonly<Record<string, { before: string; value: unknown; after: string; fine: unknown }>> = {
  ...tightened,
  ...limited,
};
const changing = (state: 'before' | 'after', more = '') =>
  Object.entries(rules).map(([name, rule]) => `${name}: { ${rule[state]}${state === 'after' ? more : ''} }`);
const stored = Object.fromEntries(Object.entries(rules).map(([name, { value }]) => [name, value]));
const fine = Object.fromEntries(Object.entries(rules).map(([name, one]) => [name, one.fine]));

const problems: Readonly<Record<keyof typeof tightened | keyof typeof limited, string>> = {
  title: 'Rows without a value of article.title: 1, for example in document ID.',
  kind: 'Rows with a value of article.kind that is not in the enumeration: 1 ("7"), for example in document ID.',
  mood: 'Rows with a value of article.mood that is not in the enumeration: 1 ("b"), for example in document ID.',
  long: 'Rows with a value of article.long that is longer than 4 characters: 1 ("long text"), for example in document ID.',
  emoji: 'Rows with a value of article.emoji that is longer than 3 characters: 1 ("😀😀"), for example in document ID.',
  short: 'Rows with a value of article.short that is shorter than minLength 2: 1 ("a"), for example in document ID.',
  usual: `Rows with a value of article.usual that is longer than 255 characters: 1 ("${'x'.repeat(60)}"), for example in document ID.`,
  code: 'Rows with a value of article.code that is a text that its regex does not match: 1 ("A 1"), for example in document ID.',
  few: 'Rows with a value of article.few that is less than min -1: 1 ("-2"), for example in document ID.',
  many: 'Rows with a value of article.many that is greater than max 5: 1 ("5.50"), for example in document ID.',
  big: 'Rows with a value of article.big that is greater than max 9007199254740992: 1 ("9007199254740993"), for example in document ID.',
  mail: 'Rows with a value of article.mail that is no e-mail address: 1 ("nobody"), for example in document ID.',
};

interface Planned {
  readonly findings: readonly { readonly message: string; readonly refused: boolean }[];
}

const plan = async (): Promise<Planned> => JSON.parse((await site.cli('migrate', 'plan', '--json')).stdout) as Planned;
const storedFindings = async () => {
  const { stdout } = await site.cli('doctor', '--json');
  const { findings } = JSON.parse(stdout) as {
    readonly findings: readonly Record<'level' | 'subject' | 'message', string>[];
  };
  return findings.filter(({ subject }) => subject === 'values').map(({ level, message }) => ({ level, message }));
};

test('rows that break a stricter rule are counted by plan, apply and doctor, until they are mended', async () => {
  await begin(changing('before'));
  const { documentId } = (await site.api('POST', '/articles', stored)).data;
  await article(changing('after'));
  const expected = Object.entries(problems).map(([name, message]) => ({
    message: expect.stringContaining(message.replace('ID', documentId)) as string,
    refused: name in tightened,
  }));
  const { findings } = await plan();
  expect(findings).toEqual(expected);
  for (const { message } of findings) expect(message).toMatch(/backfill, .*your own SQL, .*keepOldValues: true\.$/);

  expect((await site.migrate('narrow')).code).toBe(1);
  await refused(problems.title.replace('ID', documentId));
  await sql`update articles set title = 'a', kind = null, mood = 'a'`;
  const { code, stdout } = await site.cli('migrate', 'apply', '--json');
  expect(code).toBe(0);
  const { warnings } = JSON.parse(stdout) as { readonly warnings: readonly string[] };
  expect(warnings).toEqual(expected.filter(({ refused: isRefused }) => !isRefused).map(({ message }) => message));

  await site.start();
  expect(await storedFindings()).toHaveLength(Object.keys(limited).length);
  await site.api('PUT', `/articles/${documentId}`, fine);
  expect(await storedFindings()).toEqual([]);
});

test('a backfill mends the rows that break a rule, and no others', async () => {
  await begin(changing('before'));
  await site.api('POST', '/articles', stored);
  await site.api('POST', '/articles', { ...fine, kind: null, title: 'b' });
  const filled = Object.entries(rules).map(
    ([name, one]) => `${name}: { ${one.after}, backfill: ${JSON.stringify(one.fine)} }`,
  );
  const lead = `lead: { type: 'string', required: true, backfill: 'new' }`;
  await article([...filled, lead]);
  expect(await migrated()).toContain(
    'Rows whose value of article.long breaks a rule, and becomes its backfill: 1 ("long text")',
  );
  expect((await site.api('GET', '/articles?sort=id')).data).toMatchObject([
    { ...fine, lead: 'new' },
    { ...fine, kind: null, title: 'b', lead: 'new' },
  ]);
  expect(await storedFindings()).toEqual([]);
});

test('keepOldValues keeps the rows and makes the types wide until they are clean', async () => {
  await begin(changing('before'));
  const { documentId } = (await site.api('POST', '/articles', stored)).data;
  const kept = changing('after', ', keepOldValues: true');
  await article(kept);
  expect((await plan()).findings.filter((one) => one.refused)).toEqual([]);
  await migrated();
  const types = readFileSync(join(site.root, 'src/content/article/types.ts'), 'utf8');
  expect(types).toContain(`title: t.Text<'required' | 'kept'>`);
  expect(types).toContain(`kind: t.Enum<'one' | 'two', 'kept'>`);
  expect((await site.api('GET', `/articles/${documentId}`)).data).toMatchObject({ title: null, kind: '7', mood: 'b' });
  await expect(site.api('POST', '/articles', { title: null })).rejects.toThrow('title must be a `string` type');
  await expect(site.api('POST', '/articles', { title: 'a', kind: '7' })).rejects.toThrow('kind must be one of');
  expect(new Set((await storedFindings()).map(({ level }) => level))).toEqual(new Set(['note']));

  await article(changing('after'));
  expect((await plan()).findings.filter((one) => one.refused)).toHaveLength(Object.keys(tightened).length);
  await article(kept);
  await site.api('PUT', `/articles/${documentId}`, fine);
  const clean = (await storedFindings()).map(({ message }) => message);
  expect(clean).toEqual(Object.keys(rules).map((name) => `no row breaks a rule of article.${name} any more`));
  await article(changing('after'));
  await migrated();
});

test('drafts may lack values; lists, files, relations and entries are counted', async () => {
  const head = 'draftAndPublish: true, ';
  const attributes = (required: string, limits: string) => [
    named,
    `file: { type: 'media'${required} }`,
    `others: { type: 'relation', relation: 'manyToMany', target: 'article'${required} }`,
    `boxes: { type: 'component', component: 'shared.box', repeatable: true${limits} }`,
    `zone: { type: 'dynamiczone', components: ['shared.holder']${limits} }`,
  ];
  await component('box', `size: { type: 'string' }`);
  await component('holder', `boxes: { type: 'component', component: 'shared.box', repeatable: true }`);
  await begin(attributes('', ''), head);
  await site.api('POST', '/articles?status=draft', {});
  const zone = [{ __component: 'shared.holder', boxes: [{ size: 'large' }, {}] }];
  const { documentId } = (await site.api('POST', '/articles', { boxes: [{ size: 'a' }], zone })).data;
  await component('box', `size: { type: 'enumeration', enum: ['a'], required: true, backfill: 'a' }`);
  await article(attributes(', required: true', ', min: 2'), head);
  const ending = `: 1, for example in document ${documentId}`;
  const { findings } = await plan();
  expect(findings.every(({ refused: isRefused }) => !isRefused)).toBe(true);
  const messages = findings.map(({ message }) => message);
  expect(messages.filter((message) => message.startsWith('Rows without'))).toEqual(
    ['file', 'others'].map((key) => expect.stringContaining(`article.${key}${ending}`) as string),
  );
  expect(messages.filter((message) => message.includes('fewer than 2 entries'))).toHaveLength(2);
  expect(messages.join()).toContain(
    'Rows whose value of article.zone: shared.box.size breaks a rule, and becomes its backfill: 4 ("large")',
  );
  await migrated();
  expect((await site.api('GET', `/articles/${documentId}?populate[zone][populate]=*`)).data.zone).toMatchObject([
    { boxes: [{ size: 'a' }, { size: 'a' }] },
  ]);
});

test('what entries got without a change of any table is known when it changes or goes', async () => {
  const zone = (...names: readonly string[]) =>
    `zone: { type: 'dynamiczone', components: [${names.map((name) => `'shared.${name}'`).join(', ')}] }`;
  const [text, size] = [`text: { type: 'string' }`, `size: { type: 'string' }`];
  await component('box', text);
  await begin([zone('box')]);
  await component('box', [text, size, kind('a', 'b')].join(', '));
  await component('other', text);
  await article([zone('box', 'other')]);
  const planned = (await site.cli('migrate', 'plan')).stdout;
  for (const what of ['article.zone takes shared.other', 'entries may have shared.box.size']) {
    expect(planned).toContain(`SELECT '${what} now'`);
  }
  await migrated();
  await site.api('POST', '/articles', {
    zone: [
      { __component: 'shared.box', size: '7', kind: 'b' },
      { __component: 'shared.other', text: 'kept' },
    ],
  });

  await component('box', [text, size.replace('string', 'integer'), kind('a')].join(', '));
  expect(await site.migrate('narrow')).toMatchObject({ code: 1, stderr: expect.stringContaining('1 ("b")') });
  await sql`update articles set zone = jsonb_set(zone, '{0,kind}', '"a"')`;
  expect(await site.cli('migrate', 'apply')).toMatchObject({ code: 0, stderr: '' });
  expect(await sql`select zone #> '{0,size}' as size from articles where cg_status = 'published'`).toEqual([
    { size: 7 },
  ]);

  await component('box', text);
  await article([zone('box')]);
  expect(await site.migrate('fewer')).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/loses its entries of shared\.other; .*shared\.box\.size is removed/),
  });
});

test('a rule that was lifted for a while is looked for again', async () => {
  const title = (rest: string) => `title: { type: 'string'${rest} }`;
  await begin([title(', required: true, maxLength: 3')]);
  await article([title('')]);
  await migrated();
  await site.api('POST', '/articles', {});
  await article([title(', required: true, maxLength: 3')]);
  expect((await site.migrate('back')).code).toBe(1);
  await refused('Rows without a value of article.title: 1');
});

const coded = `code: { type: 'component', component: 'shared.code', repeatable: true }`;

test('values of entries are compared with those that existed before the attribute was unique', async () => {
  await component('code', `value: { type: 'string' }`);
  await begin([coded], 'draftAndPublish: true, ');
  const { data } = await site.api('POST', '/articles', { code: [{ value: 'é "a"\n' }, { value: 'b' }] });
  await site.api('POST', '/articles', { code: [{ value: 'b' }, {}] });

  await component('code', `value: { type: 'string', unique: true }`);
  const repeated = 'refused  article.code.value cannot be unique: several entries have b';
  expect((await site.cli('migrate', 'plan')).stderr).toContain(repeated);
  expect((await site.migrate('unique')).code).toBe(1);
  await refused('article.code.value cannot be unique: several entries have b');
  await site.api('PUT', `/articles/${data.documentId}`, { code: [{ value: 'é "a"\n' }, { value: '' }] });
  expect(await site.cli('migrate', 'apply')).toMatchObject({ code: 0 });
  await site.start();
  for (const value of ['é "a"\n', 'b']) {
    await expect(site.api('POST', '/articles', { code: [{ value }] })).rejects.toThrow('must be unique');
  }

  // While it is not unique, a write does not register its values.
  await component('code', `value: { type: 'string' }`);
  await migrated();
  await site.api('PUT', `/articles/${data.documentId}`, { code: [{ value: 'c' }] });
  await component('code', `value: { type: 'string', unique: true }`);
  await migrated();
  await expect(site.api('POST', '/articles', { code: [{ value: 'c' }] })).rejects.toThrow('must be unique');
  await site.api('POST', '/articles', { code: [{ value: 'é "a"\n' }] });
});

test('unique values of entries follow their type, their place and the drafts that become public', async () => {
  const unique = (type: string) => component('code', `value: { type: '${type}', unique: true }`);
  await unique('string');
  await begin([coded], 'draftAndPublish: true, ');
  await site.api('POST', '/articles?status=draft', { code: [{ value: '1' }] });
  await site.api('POST', '/articles', { code: [{ value: '2' }] });

  await unique('integer');
  await article([`code: { type: 'dynamiczone', components: ['shared.code'] }`]);
  await migrated('--allow-data-loss');
  const create = (value: number) => site.api('POST', '/articles', { code: [{ __component: 'shared.code', value }] });
  await expect(create(1)).rejects.toThrow('must be unique');
  await expect(create(2)).rejects.toThrow('must be unique');
  await create(3);
});
