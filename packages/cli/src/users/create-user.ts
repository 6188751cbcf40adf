import type { Config } from '../config/index.js';
import { Problem } from '../diagnostics/problem.js';
import { emit } from '../emit/index.js';
import type { ContentModel } from '../model/model.js';
import { importGenerated } from '../project/generated-module.js';

interface NewUser {
  readonly email: string;
  readonly username: string;
  /** The name of a role of the config. */
  readonly role: string;
  readonly password: string;
}

/** The project does not accept the user. */
class UserProblem extends Problem {}

interface Users {
  create(query: { readonly data: object }): Promise<{ readonly data: { readonly documentId: string } }>;
}

interface RuntimeModule {
  /** Runs work with the users of a database, and closes its connections. */
  readonly withUsers: <T>(url: string, work: (users: Users) => Promise<T>) => Promise<T>;
}

/** A module of the project that runs the project's own copy of the runtime. */
const entry = {
  path: 'entry.ts',
  content: [
    `import { createContent, openDatabase } from '@content-gen/runtime';`,
    `import { contentDefinition } from './index.js';`,
    `export async function withUsers(url, work) {`,
    `  const database = openDatabase({ url, connections: 1 });`,
    `  const { users } = createContent(contentDefinition, { database }).asSystem();`,
    `  return work(users).finally(() => database.close());`,
    `}`,
  ].join('\n'),
};

/**
 * Creates a user with the checks of the project, and returns its document id. The address counts as confirmed, because
 * nobody answers a mail of this command.
 */
export async function createUser(config: Config, model: ContentModel, url: string, user: NewUser): Promise<string> {
  const files = emit(model, { settings: config.settings, importExtension: '.js' });
  const { withUsers } = await importGenerated<RuntimeModule>(config.root, [...files, entry], entry.path);
  return withUsers(url, async (users) => {
    const { data } = await users.create({ data: { ...user, confirmed: true } }).catch(explained);
    return data.documentId;
  });
}

/** Errors of the API are answers to the person at the command line. */
function explained(error: unknown): never {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  throw error instanceof Error && status < 500 ? new UserProblem(error.message) : error;
}
