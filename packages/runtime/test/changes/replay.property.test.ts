import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type LoggedChange, readChanges } from '../../src/changes/index.js';
import { createContent } from '../../src/documents/create-content.js';
import { loggedDesk } from '../harness/fixtures/logged-desk.js';
import { PATIENCE_MS } from '../harness/property.js';
import { times } from '../harness/suite.js';
import { type Desk, openDesk } from '../write/desk.js';
import { replay } from './log.js';

let desk: Desk;
let site: { transaction: (work: (tx: any) => Promise<void>) => Promise<unknown> };
beforeAll(async () => {
  desk = await openDesk({ fixture: loggedDesk, connections: 8 });
  site = createContent({ ...loggedDesk.definition }, { database: desk.content.database });
});
afterAll(() => desk.close());

const TYPES = ['article', 'category'] as const;
const verbs = [
  'create',
  'update',
  'link',
  'publish',
  'unpublish',
  'discard',
  'delete',
  'bulk',
  'roll back',
  'code',
] as const;
const step = fc.record({
  verb: fc.constantFrom(...verbs),
  type: fc.constantFrom(...TYPES),
  at: fc.nat(20),
  locale: fc.constantFrom('en', 'fr'),
  isDraft: fc.boolean(),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
let counter = 0;

/** Writes of one step; what it cannot do is an error, which leaves nothing. */
async function follow({ verb, type, at, locale, isDraft }: Step): Promise<unknown> {
  const found = await desk.rows<{ id: string }>('select id from cg_documents where type = $1 order by id', [type]);
  const id = found[at % Math.max(1, found.length)]?.id ?? 'none';
  const query = [type === 'article' ? `locale=${locale}` : '', isDraft ? 'status=draft' : ''].filter(Boolean).join('&');
  const data = type === 'article' ? { title: `t${counter++}`, rating: at % 10 } : { name: `n${counter++}` };
  switch (verb) {
    case 'create':
      return desk.post(type, data, query);
    case 'update':
      return desk.put(type, id, data, query);
    case 'link': {
      const [other] = await desk.rows<{ id: string }>(`select id from cg_documents where type = $1 limit 1 offset $2`, [
        type === 'article' ? 'category' : 'article',
        at % 3,
      ]);
      const name = type === 'article' ? 'categories' : 'articles';
      return desk.put(type, id, { [name]: other === undefined ? [] : [other.id] }, query);
    }
    case 'delete':
      return desk.del(type, id, type === 'article' ? `locale=${isDraft ? '*' : locale}` : '');
    case 'bulk':
      return desk.bulk(type, 'create', [data, type === 'article' ? data : { name: `b${counter++}` }]);
    case 'roll back':
      return site.transaction(async (tx) => {
        await tx.asSystem().articles.create({ data: { title: 'rolled back' } });
        if (at % 2 === 0) throw new Error('rolled back');
      });
    case 'code':
      return site.transaction(async (tx) => {
        const { data: made } = await tx.asSystem().articles.create({ data: { title: `c${counter++}` } });
        if (isDraft) await tx.asSystem().articles.unpublish(made.documentId);
      });
    default:
      return desk.act(type, id, verb, query);
  }
}

/** The whole log, read in small pages while others write. */
async function logUntil(isDone: () => boolean): Promise<readonly LoggedChange[]> {
  const changes: LoggedChange[] = [];
  const logged = async () => Number((await desk.rows<{ count: string }>('select count(*) from cg_changes'))[0]!.count);
  for (let after: string | undefined; ;) {
    const wasDone = isDone();
    const page = await readChanges(desk.content.database, { limit: 7, ...(after === undefined ? {} : { after }) });
    changes.push(...page.changes);
    after = page.position;
    // Transactions of other databases of the server may hold changes back for a while.
    if (wasDone && new Set(changes.map(({ id }) => id)).size === (await logged())) return changes;
  }
}

it(
  'with many writers at once, the log leads to the versions that there are, and each document has its order',
  async () => {
    const attempt = async (steps: readonly Step[]) => {
      let isDone = false;
      const reading = logUntil(() => isDone);
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (const [index, each] of steps.entries())
          if (index % 4 === writer) await follow(each).catch(() => undefined);
      });
      await Promise.all(writers).finally(() => (isDone = true));
      const changes = await reading;
      const rows = await Promise.all(
        TYPES.map((type) =>
          desk.rows<{ line: string }>(
            `select concat_ws(' ', '${type}', document_id, locale, cg_status) as line from ${type === 'article' ? 'articles' : 'categories'}`,
          ),
        ),
      );
      expect(replay(changes)).toEqual(
        rows
          .flat()
          .map(({ line }) => line)
          .toSorted(),
      );
      const written = changes.filter(({ event }) => event !== 'related');
      expect(new Set(written.map(({ id }) => id)).size).toBe(written.length);
      const last = new Map<string, number>();
      for (const { documentId, id } of written) {
        expect(id).toBeGreaterThan(last.get(documentId) ?? 0);
        last.set(documentId, id);
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), attempt), { numRuns: times(2) });
  },
  PATIENCE_MS,
);
