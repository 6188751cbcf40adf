/** The API half of the studio, in a real browser on a real server. */
import { readFile } from 'node:fs/promises';

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

import { cases } from '../../../runtime/test/harness/suite.js';
import { createProject, patience } from '../serve/project.js';
import { type Browser, expectAccessible, openBrowser, openPage, test, visit } from '../studio/browser.js';

const type = (attributes: string, more = '') =>
  `import { defineContentType } from 'content-gen';\n\nexport default defineContentType({\n  ${more}\n  attributes: {\n${attributes}\n  },\n});\n`;

const files = {
  'content/article.ts': type(
    `    title: { type: 'string', required: true },
    kind: { type: 'enumeration', enum: ['news', 'opinion'] },
    secret: { type: 'string' },
    author: { type: 'relation', relation: 'manyToOne', target: 'author', inversedBy: 'articles' },`,
    'draftAndPublish: true,',
  ),
  'content/author.ts': type(
    `    name: { type: 'string' },
    articles: { type: 'relation', relation: 'oneToMany', target: 'article', mappedBy: 'author' },`,
  ),
  'content/homepage.ts': type(`    headline: { type: 'string' },`, `kind: 'singleType',`),
  'content-gen.config.ts': `import { defineConfig } from 'content-gen';

export default defineConfig({
  permissions: {
    public: { article: { actions: ['find'], readable: ['title', 'kind', 'author'] }, author: ['find'] },
    editor: { article: '*', author: '*', homepage: '*' },
  },
  api: { rest: { ${patience} } },
});
`,
};

const laptop = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

let project: Awaited<ReturnType<typeof createProject>>;
let browser: Browser;
let page: Page;
let complaints: readonly string[];
let ready: { readonly url: string; readonly token: string; readonly studio: string };

beforeAll(async () => {
  project = await createProject(files, { database: true });
  [ready, browser] = await Promise.all([project.serve(['--no-watch']).event('ready'), openBrowser()]);
  const ines = await create('authors', { name: 'Ines' });
  await create('articles?status=published', { title: 'Sea', kind: 'news', secret: 's3', author: ines });
  await create('articles?status=published', { title: 'Town', kind: 'opinion' });
  ({ page, complaints } = await openPage(browser, laptop));
  // The link that `serve` prints signs in.
  await page.goto(ready.studio);
  await page.getByRole('link', { name: 'API', exact: true }).waitFor();
});
afterEach(() => expect(complaints).toEqual([]));
afterAll(async () => {
  await browser?.close();
  await project.remove();
});

async function create(path: string, data: object): Promise<string> {
  const headers = { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${ready.url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify({ data }) });
  expect(answer.status).toBe(201);
  const body = (await answer.json()) as { readonly data: { readonly documentId: string } };
  return body.data.documentId;
}

const go = (path: string) => visit(page, `/studio${path}`);

test('a filter and a nested populate are clicked together, run, and explained down to the plan', async () => {
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await page.getByRole('link', { name: 'Query', exact: true }).click();
  await page.getByLabel('Content type').selectOption('article');
  const builder = page.getByRole('form', { name: 'Query' });

  await builder.getByRole('button', { name: 'Condition' }).first().click();
  await builder.getByLabel('Attribute', { exact: true }).selectOption('author');
  await builder.getByLabel('Attribute of author').selectOption('name');
  await builder.getByLabel('Operator').selectOption('$eq');
  await builder.getByLabel('Value').fill('Ines');
  await builder.getByRole('checkbox', { name: /^author/ }).check();
  const author = builder.getByRole('group', { name: 'Parts of author' });
  await author.getByRole('button', { name: 'name', exact: true }).click();
  await author.getByRole('checkbox', { name: /^articles/ }).check();
  await author.getByRole('group', { name: 'Parts of articles' }).getByRole('button', { name: 'title' }).first().click();

  const request =
    '/api/articles?filters[author][name][$eq]=Ines&populate[author][fields]=name&populate[author][populate][articles][fields]=title';
  await expect.poll(() => page.getByLabel('Request').inputValue()).toBe(request);
  const answer = page.getByRole('region', { name: 'Answer as full access' });
  await answer.getByText('1 of 1 document').waitFor();
  await answer.getByText('"s3"').waitFor();

  await page.getByRole('tab', { name: 'Plan' }).click();
  const plan = page.getByRole('list', { name: 'The plan of PostgreSQL' });
  expect(await plan.getByText('slowest', { exact: true }).count()).toBe(1);
  expect(await plan.getByText(/on articles/).count()).toBeGreaterThan(0);

  await page.getByRole('tab', { name: 'Code' }).click();
  const code = page.getByRole('tabpanel', { name: 'Code' });
  await code.getByText(`curl -g -H "Authorization: Bearer $TOKEN" '${ready.url}${request}'`).waitFor();
  await code.getByText(`filters: { author: { name: { $eq: 'Ines' } } }`).waitFor();

  const link = page.url();
  await page.reload();
  await page.getByText('1 of 1 document').waitFor();
  expect(page.url()).toBe(link);
  expect(await builder.getByLabel('Value').inputValue()).toBe('Ines');
});

test('two roles are compared, and the decisions name the lines of the config', async () => {
  await go(`/api/query?${new URLSearchParams({ request: '/api/articles?sort=title', compare: 'public' })}`);
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await comparison
    .getByText(/^data\[\w+\]\.secret$/)
    .first()
    .waitFor();
  await comparison.getByText('only full access').first().waitFor();
  await page.getByLabel('as', { exact: true }).selectOption('public');
  await page.getByRole('tab', { name: 'Decisions' }).click();
  await page.getByText('may not read article: secret').waitFor();
  await page
    .getByText(/^content-gen\.config\.ts:5:/)
    .first()
    .waitFor();

  await page.getByLabel('Request').fill('/api/homepage');
  await page.getByLabel('Request').press('Enter');
  await page.getByText('403 ForbiddenError: Forbidden').waitFor();
});

test('the model is drawn, searched, opened and saved', async () => {
  await go('/api/model');
  const graph = page.getByRole('group', { name: 'The model as a graph' });
  await graph.getByRole('button', { name: 'author', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'author' });
  await panel.getByText('content/author.ts:6:5').waitFor();
  await panel.getByRole('button', { name: 'article', exact: true }).click();
  await page.getByRole('complementary', { name: 'article' }).getByText('content/article.ts:9:5').waitFor();

  await page.getByLabel('Search types and attributes').fill('headl');
  await page.getByRole('button', { name: 'homepage.headline' }).click();
  await page.getByRole('complementary', { name: 'homepage' }).waitFor();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'SVG' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('model.svg');
  const svg = await readFile(await saved.path(), 'utf8');
  for (const name of ['article', 'author', 'homepage']) expect(svg).toContain(`>${name}</text>`);
});

test('a request appears in the log at once, and opens in the query builder', async () => {
  await go('/api/log');
  await page.getByText('live', { exact: true }).waitFor();
  await fetch(`${ready.url}/api/articles?filters[title][$eq]=Sea&sort=kind`);
  await page.getByText('/api/articles?filters[title][$eq]=Sea&sort=kind').first().click();
  await page.getByText(/^Statement 1: /).waitFor();
  await page.getByRole('link', { name: 'Open in the query builder' }).click();
  await page.getByRole('region', { name: 'Answer as public' }).getByText('1 of 1 document').waitFor();
  expect(await page.getByLabel('Value').inputValue()).toBe('Sea');
});

const screens = [
  ['/api/model?show=type+article', '4 attributes'],
  [`/api/query?${new URLSearchParams({ request: '/api/articles?sort=title&populate=*' })}`, '2 of 2 documents'],
  ['/api/reference?endpoint=article.find', 'List documents of article'],
  ['/api/rights', '/api/articles/{documentId}'],
  ['/api/pending', 'Next migration'],
  ['/api/log', 'live'],
] as const;

test.each(cases(screens, 2))('%s is accessible in both themes, and fits a phone', async (path, text) => {
  await page.setViewportSize(laptop);
  await go(path);
  await page.getByText(text).first().waitFor();
  await expectAccessible(page, path);
  await page.setViewportSize(phone);
  await expectAccessible(page, `${path} on a phone`, 'one');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width);
});

test('the reference has real documents, and the rights of a type are those of surface.lock.json', async () => {
  await page.setViewportSize(laptop);
  await go('/api/reference?endpoint=article.find');
  await page.getByLabel('A real answer').getByText('"title": "Sea"').waitFor();
  await go('/api/reference?endpoint=article.create');
  await page.getByLabel('An example of the body').getByText('"title": "Sea"').waitFor();
  await go('/api/rights');
  await page.getByRole('button', { name: 'Fields of article for public' }).click();
  await page.getByRole('dialog').getByText('"title": "read, filter, sort"').waitFor();
});

test('a project without users says how to let editors sign in, and a wrong token is refused', async () => {
  await page.goto(`${ready.url}/studio/#token=cgt_wrong`);
  await page.getByRole('heading', { name: 'Sign in to the studio' }).waitFor();
  await page.getByText('This project has no users.').waitFor();
  await page.getByText("auth: ['callback', 'refresh']").waitFor();
  await page.getByLabel('API token').fill(ready.token);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'API', exact: true }).waitFor();
});
