/** Requests made from the document are answered as it says. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { isDeep, times } from '../../../runtime/test/harness/suite.js';
import { createProject } from '../serve/project.js';
import { type Document, type Exchange, contractOf, operationsOf } from './contract.js';
import { type KnownIds, type Request, bodyOf, requestsOf } from './requests.js';

const fixtures = fileURLToPath(new URL('../../../../fixtures/', import.meta.url));

/** How often each operation is tried. */
const runs = times(2);

/** Both profiles have most answers in common. */
const profiles = isDeep ? (['documented', 'strapi'] as const) : (['strapi'] as const);

describe.each(profiles)('a served project, in the profile %s', (responses) => {
  let project: Awaited<ReturnType<typeof createProject>>;
  let url: string;
  let token: string;
  let document: Document;
  const ids = new Map<string, string[]>();
  const known: KnownIds = { all: () => [...ids.values()].flat(), of: (type) => ids.get(type) ?? [] };

  beforeAll(async () => {
    const config = {
      api: { responses, rest: { publicTimeoutMs: 60_000 } },
      locales: { default: 'en', all: ['en', 'fr'] },
      permissions: { public: '*' },
      users: { rateLimit: false },
    };
    project = await createProject({ 'content-gen.config.json': config }, { database: true });
    for (const name of ['example', 'scalars', 'members', 'morph']) {
      await cp(join(fixtures, name, 'content'), join(project.root, 'content'), { recursive: true });
    }
    ({ url, token } = await project.serve(['--no-watch']).event('ready'));
    document = (await (await fetch(`${url}/api/openapi.json`)).json()) as Document;
  });
  afterAll(() => project.remove());

  async function send({ method, path, body }: Request): Promise<Exchange> {
    const answer = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        // The server may close a connection while the next request is made.
        connection: 'close',
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { method, path, status: answer.status, body: await answer.text() };
  }

  /** Documents that later requests name. */
  function remember({ status, body }: Exchange, operationId: string): void {
    const [type = ''] = operationId.split('.');
    const found = status === 201 ? /"documentId":"(\w+)"/.exec(body)?.[1] : undefined;
    if (found !== undefined) ids.set(type, [...known.of(type), found]);
  }

  test('answers requests that follow its document as the document says', { timeout: times(300_000) }, async () => {
    const { problemOf } = contractOf(document);
    const outcomes: { readonly isList: boolean; readonly isFine: boolean; readonly shown: string }[] = [];
    // Creates first, so that there is something to read.
    const operations = operationsOf(document).toSorted((one, other) => Number(isCreate(other)) - Number(isCreate(one)));
    for (const one of operations.filter(({ operation }) => !skipped.has(operation.operationId))) {
      const property = fc.asyncProperty(requestsOf(document, one, known), async (request) => {
        const exchange = await send(request);
        remember(exchange, one.operation.operationId);
        const isList = one.method === 'get' && !one.path.includes('{') && one.path !== '/api/homepage';
        const shown = JSON.stringify([request, exchange.body.slice(0, 300)]);
        outcomes.push({ isList: isList && !one.path.includes('/auth/'), isFine: exchange.status < 300, shown });
        expect(exchange.status, JSON.stringify([request, exchange.body.slice(0, 500)])).toBeLessThan(500);
        expect(problemOf(exchange), JSON.stringify(request)).toBeUndefined();
      });
      await fc.assert(property, { numRuns: runs });
    }
    // A document that describes too much would also pass, if the API refused most requests.
    const lists = outcomes.filter(({ isList }) => isList);
    const refused = lists.filter(({ isFine }) => !isFine).map(({ shown }) => shown);
    expect(refused.length / lists.length, refused.join('\n')).toBeLessThan(0.15);
    expect(outcomes.filter(({ isFine }) => isFine).length / outcomes.length).toBeGreaterThan(0.3);
  });

  test('answers pages of populated lists, and refuses too large answers, as its document says', async () => {
    const { problemOf } = contractOf(document);
    const author = await send({
      method: 'POST',
      path: '/api/authors',
      body: { data: { name: 'Ines', slug: 'pages' } },
    });
    const { documentId } = (JSON.parse(author.body) as { data: { documentId: string } }).data;
    const body = [{ type: 'paragraph', children: [{ type: 'text', text: 'x'.repeat(900_000) }] }];
    for (let n = 1; n <= 5; n++) {
      const data = { title: 'A', slug: `pages-${n}`, body, author: documentId };
      expect(await send({ method: 'POST', path: '/api/articles', body: { data } })).toMatchObject({ status: 201 });
    }
    const list = `/api/authors/${documentId}?populate[articles][pagination][after]=`;
    const page = await send({ method: 'GET', path: `${list}&populate[articles][fields]=title` });
    expect([page.status, problemOf(page)]).toEqual([200, undefined]);
    expect(page.body).toContain('"__cursor"');
    const large = await send({ method: 'GET', path: list });
    expect([large.status, problemOf(large)]).toEqual([400, undefined]);
    expect(large.body).toContain('"params"');
  });

  test('answers requests that break its document with a documented error', { timeout: times(300_000) }, async () => {
    const { problemOf } = contractOf(document);
    const judge = async (request: Request) => {
      const exchange = await send(request);
      const shown = JSON.stringify([request, exchange.body.slice(0, 500)]);
      expect(exchange.status, shown).toBeGreaterThanOrEqual(400);
      expect(exchange.status, shown).toBeLessThan(500);
      expect(problemOf(exchange), shown).toBeUndefined();
    };
    const content = operationsOf(document).filter(({ path }) => /^\/api\/(articles|samples|homepage|pages)/.test(path));
    expect(content.length).toBeGreaterThan(20);
    for (const one of content) {
      await fc.assert(
        fc.asyncProperty(
          requestsOf(document, one, known),
          fc.constantFrom(...breaksOf(responses)),
          async (request, broken) => {
            const hasBody = bodyOf(document, one.operation) !== undefined;
            const wrong = broken(request);
            if (wrong !== undefined && (hasBody || wrong.body === undefined)) await judge(wrong);
          },
        ),
        { numRuns: runs },
      );
    }
  });
});

function isCreate({ method, operation }: { method: string; operation: { operationId: string } }): boolean {
  return method === 'post' && operation.operationId.endsWith('.create');
}

/** They take a form, or end the session or the documents that other requests need. */
const skipped = new Set(['upload.upload', 'server.file']);

/** Ways to break the document, each for a request that follows it. */
const breaks: readonly ((request: Request) => Request | undefined)[] = [
  (request) => withQuery(request, 'filters[noSuchAttribute]=1'),
  (request) => withQuery(request, 'filters[id][$noSuchOperator]=1'),
  (request) => withQuery(request, 'populate[noSuchAttribute]=true'),
  (request) => withQuery(request, 'fields=noSuchAttribute'),
  (request) => withQuery(request, 'sort=createdAt:sideways'),
  (request) => withBody(request, { data: { noSuchAttribute: 1 } }),
  (request) => withBody(request, { data: 'text' }),
  (request) => withBody(request, {}),
];

/** The profile strapi ignores unknown parameters, as Strapi does. */
function breaksOf(responses: string) {
  return responses === 'strapi' ? breaks : [...breaks, (request: Request) => withQuery(request, 'unknown=1')];
}

function withQuery({ path, ...request }: Request, pair: string): Request {
  return { ...request, path: `${path.split('?')[0]}?${pair}` };
}

function withBody(request: Request, body: NonNullable<Request['body']>): Request | undefined {
  return request.body === undefined ? undefined : { ...request, path: request.path.split('?')[0]!, body };
}
