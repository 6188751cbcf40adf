import type { Hono } from 'hono';

import type { Content } from '../../src/content/content.js';
import type { Database, Executor } from '../../src/database/database.js';
import type { ContentEnv } from '../../src/http/context.js';
import { type AppOptions, createApp } from './app.js';
import { type TestDatabase, type TestDatabaseOptions, createTestDatabase } from './database.js';
import type { Fixture } from './fixture.js';
import { type Reply, type RequestOptions, requestTo } from './request.js';

/** A fixture at work on a database, with settings of the test's own. */
export interface Site {
  readonly content: Content;
  readonly app: Hono<ContentEnv>;
  readonly test: TestDatabase;
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  /** The statements since the last call, those that open and close transactions included. */
  statements(): readonly string[];
  close(): Promise<void>;
}

export interface SiteOptions extends AppOptions, TestDatabaseOptions {
  /** A database that is there already, and stays; otherwise the site has one of its own. */
  readonly test?: TestDatabase;
}

export async function openSite(
  fixture: Fixture,
  { test: given, settings, hooks, mail, ...options }: SiteOptions = {},
): Promise<Site> {
  const test = given ?? (await createTestDatabase(fixture, options));
  const seen: string[] = [];
  const database = recorded(test.database, seen);
  const app = createApp(fixture, database, {
    ...(settings && { settings }),
    ...(hooks && { hooks }),
    ...(mail && { mail }),
  });
  return {
    ...app,
    test,
    request: (method, path, request) => requestTo(app.app, method, path, request),
    statements: () => seen.splice(0),
    close: given === undefined ? test.close : () => Promise.resolve(),
  };
}

function recorded(database: Database, seen: string[]): Database {
  const recording = (executor: Executor): Executor => ({
    rows: (text, values) => (seen.push(text), executor.rows(text, values)),
    raw: (text, values) => (seen.push(text), executor.raw(text, values)),
  });
  return {
    ...database,
    rows: (text, values, client) => (seen.push(text), database.rows(text, values, client)),
    raw: (text, values, type, client) => (seen.push(text), database.raw(text, values, type, client)),
    transaction: (work, options, client) => {
      seen.push('begin', 'commit');
      return database.transaction((executor) => work(recording(executor)), options, client);
    },
  };
}
