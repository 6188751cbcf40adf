import {
  type Content,
  type ContentDefinition,
  type DocumentsApi,
  type Settings,
  createContent,
} from '@content-gen/runtime';
import { completeApp } from '@content-gen/runtime/hono';
import type { App } from '@content-gen/runtime/node';
import { startTest } from '@content-gen/runtime/test';

import { grantTestToken } from '../database/development-token.js';
import { type TestClock, openClock } from './clock.js';
import { leaseDatabase } from './lease.js';
import { type TestMails, collectMails } from './mails.js';
import { type AnyModels, type Make, makersOf } from './make/makers.js';

/** The project that a test file tests, as `serve` of the runtime takes it. */
interface TestedProject<Models extends AnyModels, Role extends string> {
  readonly content: ContentDefinition<Models, Role>;
  /** The folder of the project; by default the working directory. */
  readonly root?: string;
}

/** A project with an empty database that only this test file uses. */
export interface TestProject<Models extends AnyModels, Role extends string> {
  /** The project at work: documents in code, with the rights that the test names. */
  readonly content: Content & DocumentsApi<Models, Role>;
  /** Makes documents: `await make.article({ title: 'x' })`. */
  readonly make: Make<Models>;
  /** Sends a request to the app, without a port between them. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** The same as `fetch`, for a client: `createClient({ url: 'http://localhost/api', fetch })`. */
  readonly fetch: typeof fetch;
  /** An API token with all rights. */
  readonly token: string;
  readonly mails: TestMails;
  readonly time: TestClock;
  readonly databaseUrl: string;
  /** Ends the test file: call it after the last test. */
  close(): Promise<void>;
}

/** Where requests without a host go. No server listens there. */
const HOST = 'http://localhost';

/** Puts a project to work on an empty database of its own. */
export async function testProject<Models extends AnyModels, Role extends string>(
  app: App,
  { content: definition, root = process.cwd() }: TestedProject<Models, Role>,
): Promise<TestProject<Models, Role>> {
  const lease = await leaseDatabase(root);
  // For code of the project with a connection of its own.
  const named = process.env['DATABASE_URL'];
  process.env['DATABASE_URL'] = lease.url;
  const { mails, send } = collectMails();
  await startTest(definition, {
    database: { url: lease.url },
    mail: send,
    settings: settingsOf(definition.settings, lease.uploads),
  });
  const content = createContent(definition);
  const complete = completeApp(definition, app);
  const token = grantTestToken();
  const time = openClock();
  const request = async (input: Request | URL | string, init?: RequestInit) =>
    complete.fetch(input instanceof Request ? new Request(input, init) : new Request(new URL(input, HOST), init));
  return {
    content,
    make: makersOf(definition.models, content),
    request,
    fetch: request,
    token: token.secret,
    mails,
    time,
    databaseUrl: lease.url,
    close: async () => {
      time.reset();
      token.revoke();
      if (named === undefined) delete process.env['DATABASE_URL'];
      else process.env['DATABASE_URL'] = named;
      await content.database.close();
      await lease.end();
    },
  };
}

/** Limits of time and number would make tests depend on the machine. Files go to a folder that ends with the test file. */
function settingsOf(settings: Settings, folder: string): Settings {
  const { api } = settings;
  return {
    ...settings,
    api: { ...api, rest: { ...api.rest, publicTimeoutMs: 60_000, bulkTimeoutMs: 600_000 } },
    users: { ...settings.users, rateLimit: false },
    upload: { ...settings.upload, storage: { provider: 'local', folder } },
  };
}
