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

/** The same database, which notes the text of each statement and passes everything on, as production sends it. */
function recorded(database: Database, seen: string[]): Database {
  const recording = (executor: Executor): Executor => ({
    ...executor,
    rows: (...sent) => (seen.push(sent[0]), executor.rows(...sent)),
    raw: (...sent) => (seen.push(sent[0]), executor.raw(...sent)),
    ...(executor.behind === undefined ? {} : { behind: recording(executor.behind) }),
  });
  return {
    ...database,
    rows: (...sent) => (seen.push(sent[0]), database.rows(...sent)),
    raw: (...sent) => (seen.push(sent[0]), database.raw(...sent)),
    transaction: (work, ...rest) => {
      seen.push('begin', 'commit');
      return database.transaction((executor) => work(recording(executor)), ...rest);
    },
  };
}
