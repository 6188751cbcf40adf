import { type Content, type Scope, createContent } from '../../src/content/content.js';
import type { Database, Executor } from '../../src/database/database.js';
import type { Hooks } from '../../src/content/hooks.js';
import { findMany, findOne, findSingle } from '../../src/read/index.js';
import type { Query } from '../../src/read/request.js';
import { type Settings, defaultRest } from '../../src/content/settings.js';
import { act, actSingle, create, remove, removeSingle, saveSingle, update } from '../../src/write/index.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import * as models from '../project/models.js';
import * as tables from '../project/tables.js';

/** A document as the API shows it. */
export type Shown = Record<string, any> & { documentId: string; id: number };

/** Writes and reads the test project as somebody who may do everything. */
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
  act(type: string, id: string, action: string, query?: string): Promise<Shown>;
  putSingle(type: string, data: unknown, query?: string, ifMatch?: string): Promise<Shown>;
  getSingle(type: string, query?: string): Promise<Shown>;
  delSingle(type: string, query?: string): Promise<void>;
  actSingle(type: string, action: string, query?: string): Promise<Shown>;
  close(): Promise<void>;
}

export interface DeskOptions {
  readonly connections?: number;
  readonly server?: string;
  readonly hooks?: Hooks;
}

const settings: Settings = {
  api: { prefix: '/api', responses: 'strapi', rest: defaultRest, cors: { origins: '*', credentials: false } },
  locales: { default: 'en', all: ['en', 'fr', 'de'] },
  permissions: {},
  tokens: [],
};

const byName = Object.fromEntries(
  Object.values(models).flatMap((model) => (model.kind === 'contentType' ? [[model.name, model]] : [])),
);

export async function openDesk({ hooks, ...options }: DeskOptions = {}): Promise<Desk> {
  const test = await createTestDatabase(tables, options);
  const seen: string[] = [];
  const counted = (executor: Executor): Executor => ({
    rows: (text, values) => (seen.push(text), executor.rows(text, values)),
    raw: (text, values) => (seen.push(text), executor.raw(text, values)),
  });
  const database: Database = {
    ...test.database,
    ...counted(test.database),
    transaction: (work) => {
      seen.push('begin', 'commit');
      return test.database.transaction((executor) => work(counted(executor)));
    },
  };
  const content = createContent({ contract: 1, models: byName, settings }, { database, ...(hooks && { hooks }) });
  const scope: Scope = {
    content,
    caller: { kind: 'token', id: 'test', name: 'test', may: () => true },
    requestId: 'test',
  };
  const model = (name: string) => byName[name]!;
  const shown = async (answer: Promise<{ body: string | Uint8Array }>): Promise<Shown> =>
    JSON.parse(Buffer.from((await answer).body).toString()).data as Shown;

  return {
    content,
    rows: test.rows,
    url: test.url,
    statements: () => seen.splice(0),
    post: (type, data, query) => shown(create(scope, model(type), { data }, ask(query))),
    put: (type, id, data, query, ifMatch) => shown(update(scope, model(type), id, { data }, ask(query, ifMatch))),
    get: (type, id, query) => shown(findOne(scope, model(type), id, ask(query))),
    list: async (type, query) => (await shown(findMany(scope, model(type), ask(query)))) as unknown as Shown[],
    del: (type, id, query, ifMatch) => remove(scope, model(type), id, ask(query, ifMatch)),
    act: (type, id, action, query) => shown(act(scope, model(type), id, action, ask(query))),
    putSingle: (type, data, query, ifMatch) => shown(saveSingle(scope, model(type), { data }, ask(query, ifMatch))),
    getSingle: (type, query) => shown(findSingle(scope, model(type), ask(query))),
    delSingle: (type, query) => removeSingle(scope, model(type), ask(query)),
    actSingle: (type, action, query) => shown(actSingle(scope, model(type), action, ask(query))),
    close: test.close,
  };
}

function ask(text = '', ifMatch?: string): Query {
  return { text, ...(ifMatch === undefined ? {} : { ifMatch }) };
}
