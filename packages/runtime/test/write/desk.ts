import { expect } from 'vitest';

import { prepareBulk } from '../../src/bulk/index.js';
import type { Content, Scope } from '../../src/content/content.js';
import { findMany, findOne, findSingle } from '../../src/read/index.js';
import type { Query } from '../../src/read/request.js';
import { act, actSingle, create, remove, removeSingle, saveSingle, update } from '../../src/write/index.js';
import type { TestDatabase } from '../harness/database.js';
import { desk } from '../harness/fixtures/desk.js';
import type { Fixture } from '../harness/fixture.js';
import { type SiteOptions, openSite } from '../harness/site.js';
import { strayLinks } from '../harness/stray-links.js';

/** A document as the API shows it. */
export type Shown = Record<string, any> & { documentId: string; id: number };

/** Writes and reads the fixture `desk` in code, as a caller who may do everything. */
export interface Desk {
  readonly content: Content;
  readonly rows: TestDatabase['rows'];
  readonly url: string;
  /** Statements since the last call, those that open and close transactions included. */
  statements(): readonly string[];
  post(type: string, data: unknown, query?: string): Promise<Shown>;
  put(type: string, id: string, data: unknown, query?: string, ifMatch?: string): Promise<Shown>;
  get(type: string, id: string, query?: string): Promise<Shown>;
  list(type: string, query?: string): Promise<Shown[]>;
  del(type: string, id: string, query?: string, ifMatch?: string): Promise<void>;
  act(type: string, id: string, action: string, query?: string, ifMatch?: string): Promise<Shown>;
  /** All or nothing. */
  bulk(type: string, action: string, data: readonly object[]): Promise<void>;
  putSingle(type: string, data: unknown, query?: string, ifMatch?: string): Promise<Shown>;
  getSingle(type: string, query?: string): Promise<Shown>;
  delSingle(type: string, query?: string): Promise<void>;
  actSingle(type: string, action: string, query?: string): Promise<Shown>;
  close(): Promise<void>;
}

export type DeskOptions = Pick<SiteOptions, 'connections' | 'hooks' | 'server' | 'settings'> & {
  readonly fixture?: Fixture;
};

export async function openDesk({ fixture = desk, ...options }: DeskOptions = {}): Promise<Desk> {
  const { content, test, statements } = await openSite(fixture, options);
  const scope: Scope = {
    content,
    caller: { kind: 'token', id: 'test', name: 'test', may: () => true },
    requestId: 'test',
  };
  const model = (name: string) => content.models.get(name)!;
  const shown = async (answer: Promise<{ body: string | Uint8Array }>): Promise<Shown> =>
    JSON.parse(Buffer.from((await answer).body).toString()).data as Shown;

  return {
    content,
    rows: test.rows,
    url: test.url,
    statements,
    post: (type, data, query) => shown(create(scope, model(type), { data }, ask(query))),
    put: (type, id, data, query, ifMatch) => shown(update(scope, model(type), id, { data }, ask(query, ifMatch))),
    get: (type, id, query) => shown(findOne(scope, model(type), id, ask(query))),
    list: async (type, query) => (await shown(findMany(scope, model(type), ask(query)))) as unknown as Shown[],
    del: (type, id, query, ifMatch) => remove(scope, model(type), id, ask(query, ifMatch)),
    act: (type, id, action, query, ifMatch) => shown(act(scope, model(type), id, action, ask(query, ifMatch))),
    bulk: async (type, action, data) => {
      const bulk = await prepareBulk(scope, model(type), { action, data }, ask());
      await bulk.run({ onResult: () => undefined });
    },
    putSingle: (type, data, query, ifMatch) => shown(saveSingle(scope, model(type), { data }, ask(query, ifMatch))),
    getSingle: (type, query) => shown(findSingle(scope, model(type), ask(query))),
    delSingle: (type, query) => removeSingle(scope, model(type), ask(query)),
    actSingle: (type, action, query) => shown(actSingle(scope, model(type), action, ask(query))),
    close: async () => {
      try {
        // Whatever the tests of a file wrote, each link has the status and the locale of its version.
        expect(await strayLinks(test.rows)).toEqual([]);
      } finally {
        await test.close();
      }
    },
  };
}

function ask(text = '', ifMatch?: string): Query {
  return { text, ...(ifMatch === undefined ? {} : { ifMatch }) };
}
