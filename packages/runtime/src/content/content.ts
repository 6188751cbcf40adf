import { type Database, type DatabaseOptions, openDatabase } from '../database/database.js';
import { databaseUrlProblem, envDatabase, isDeferred } from '../database/env-database.js';
import type { Hooks } from './hooks.js';
import type { AnyModel } from '../model/model.js';
import type { Settings } from './settings.js';
import { StatementCache } from '../read/statement-cache.js';
import { type TokenDirectory, openTokens } from '../access/tokens.js';
import { Totals } from '../read/total-cache.js';
import type { MailSender } from '../users/mail.js';

/** What the generated `index.ts` says about a project. */
export interface ContentDefinition {
  /** The agreement between generated code and this package; raised when one does not understand the other. */
  readonly contract: 1;
  readonly models: Readonly<Record<string, AnyModel>>;
  readonly settings: Settings;
}

export interface ContentOptions {
  readonly database?: Database | DatabaseOptions;
  /** Sends the mails of users; without one, `SMTP_URL` says how, and the console shows them in development. */
  readonly mail?: MailSender;
  /** What the project does when documents are written; see `defineHooks`. */
  readonly hooks?: Hooks;
}

/** A project at work: its models, its settings and its database. */
export interface Content {
  readonly database: Database;
  readonly settings: Settings;
  /** By name. */
  readonly models: ReadonlyMap<string, AnyModel>;
  /** By uid: what `__type` and `on` of polymorphic relations name. */
  readonly modelsByUid: ReadonlyMap<string, AnyModel>;
  readonly tokens: TokenDirectory;
  readonly statements: StatementCache;
  readonly totals: Totals;
  readonly mail?: MailSender;
  readonly hooks?: Hooks;
}

/** Who is calling. */
export type Caller =
  | { readonly kind: 'role'; readonly role: string; readonly user?: SignedIn }
  | {
      readonly kind: 'token';
      /** One per token and version of its rights. */
      readonly id: string;
      readonly name: string;
      readonly may: (type: string, action: string) => boolean;
    };

/** A user who has signed in. */
export interface SignedIn {
  readonly id: number;
  readonly documentId: string;
}

/** One request to a content API. */
export interface Scope {
  readonly content: Content;
  readonly caller: Caller;
  readonly requestId: string;
  /** `v4`: documents nested under `attributes`, for clients of the version before. */
  readonly format?: 'v4';
}

const contents = new Map<ContentDefinition, Content>();

/** Puts a project to work. Call it before the first request to say where the database is; otherwise `DATABASE_URL` does. */
export function createContent(definition: ContentDefinition, options: ContentOptions = {}): Content {
  if (definition.contract !== 1) {
    throw new Error(
      'The generated code is of another version than @content-gen/runtime. Run `content-gen generate` again.',
    );
  }
  const models = Object.values(definition.models);
  const database = databaseOf(options);
  const content: Content = {
    database,
    settings: definition.settings,
    models: new Map(models.map((model) => [model.name, model])),
    modelsByUid: new Map(models.map((model) => [model.uid, model])),
    tokens: openTokens(definition.settings, database),
    statements: new StatementCache(),
    totals: new Totals(),
    ...(options.mail === undefined ? {} : { mail: options.mail }),
    ...(options.hooks === undefined ? {} : { hooks: options.hooks }),
  };
  contents.set(definition, content);
  settleUploads(content);
  return content;
}

/** What a crash has left of uploads is cleared away now; where that fails, the next upload tries again. */
function settleUploads(content: Content): void {
  import('../upload/uploads.js').then(({ uploadsOf }) => uploadsOf(content)).catch(() => undefined);
}

/** The project at work behind a definition. */
export function contentOf(definition: ContentDefinition): Content {
  return contents.get(definition) ?? createContent(definition);
}

/** Closes the database behind one definition, for a process in which another has taken its place. */
export async function closeContent(definition: ContentDefinition): Promise<void> {
  const content = contents.get(definition);
  contents.delete(definition);
  await content?.database.close();
}

/** Closes the database of every project at work, for a process that is about to end. */
export async function closeContents(): Promise<void> {
  const open = [...contents.values()];
  contents.clear();
  await Promise.all(open.map(({ database }) => database.close()));
}

/** Why the project behind a definition cannot answer requests: nothing says where its database is. */
export function databaseProblem(definition: ContentDefinition): string | undefined {
  const database = contents.get(definition)?.database;
  return database === undefined || isDeferred(database) ? databaseUrlProblem() : undefined;
}

function databaseOf({ database }: ContentOptions): Database {
  if (database === undefined) return envDatabase();
  return 'rows' in database ? database : openDatabase(database);
}
