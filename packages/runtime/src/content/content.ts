import { isDeepStrictEqual } from 'node:util';

import {
  type Client,
  ClientDatabase,
  type Database,
  type DatabaseOptions,
  type Executor,
  SnapshotReader,
  databaseUrlProblem,
  driverProblem,
  envDatabase,
  isDeferred,
  openDatabase,
} from '../database/index.js';
import { type AnyModel, compileAll } from '../model/index.js';
import type { OpenTransaction } from './documents.js';
import type { Hooks } from './hooks.js';
import { type CompiledPermissions, compilePermissions } from './permissions.js';
import type { Settings } from './settings.js';
import { startError } from './start-problem.js';
import { type ContentState, createState } from './state.js';
import { type MailSender, type UsersSettings, usersSettingsOf } from './users-settings.js';

/** The slot of a definition for the content that serves it. */
const SERVING: unique symbol = Symbol('content');

/** The copy of this package that a definition belongs to. A symbol that all copies share. */
const COPY: unique symbol = Symbol.for('content-gen.copy');

/** The version of the agreement between generated code and this package. */
const CONTRACT = 2;

/** A project as the generated `index.ts` describes it. */
export interface ContentDefinition<Models = Readonly<Record<string, AnyModel>>, Role extends string = string> {
  readonly contract: typeof CONTRACT;
  readonly models: Models;
  readonly settings: Settings;
  /** The roles of the settings, for the compiler only. */
  readonly $role?: Role;
  readonly [SERVING]?: Content | undefined;
  readonly [COPY]?: string;
}

/** What a project needs beside its definition. */
export interface ContentOptions {
  readonly database?: Database | DatabaseOptions;
  /** Sends the mails of users. By default the server that `SMTP_URL` names does; in development, the console shows them. */
  readonly mail?: MailSender;
  /** Functions of the project that run when documents are written; see `defineHooks`. */
  readonly hooks?: Hooks;
}

/** A project at work: its models, its settings, its database and its state. */
export interface Content extends ContentState {
  readonly database: Database;
  /** The request that the project works for, if there is one. */
  readonly client?: Client;
  readonly snapshots: SnapshotReader;
  readonly settings: Settings;
  /** The `users` settings with their defaults. */
  readonly usersSettings: Required<UsersSettings>;
  /** By name. */
  readonly models: ReadonlyMap<string, AnyModel>;
  /** By uid, the name of a type in `__type` and `on` of polymorphic relations. */
  readonly modelsByUid: ReadonlyMap<string, AnyModel>;
  /** `settings.permissions`, compiled. */
  readonly permissions: CompiledPermissions;
  readonly mail?: MailSender;
  readonly hooks?: Hooks;
  /** Opens the documents of the project inside a transaction, for hooks. */
  readonly open?: (executor: Executor, hookDepth: number) => OpenTransaction;
  /** How many hooks wait for the writes of this project, each for a write of the next one. */
  readonly hookDepth?: number;
}

/** The sender of a request, and its rights. */
export type Caller =
  | { readonly kind: 'role'; readonly role: string; readonly user?: SignedIn }
  | {
      readonly kind: 'token';
      /** Changes with the rights of the token. */
      readonly id: string;
      readonly name: string;
      readonly may: (type: string, action: string) => boolean;
    };

export interface SignedIn {
  readonly id: number;
  readonly documentId: string;
}

/** One request to a content API. */
export interface Scope {
  readonly content: Content;
  readonly caller: Caller;
  readonly requestId: string;
  /** `v4`: the response format of Strapi 4, with documents nested under `attributes`. */
  readonly format?: 'v4';
}

/** A project as one request sees it: its statements belong to that request. */
export function contentFor(content: Content, client: Client): Content {
  return { ...content, client, database: new ClientDatabase(content.database, client) };
}

/** A project without the request, for work that does not end with it. */
export function withoutClient({ client: _client, ...content }: Content): Content {
  return { ...content, database: ClientDatabase.wholeOf(content.database) };
}

/** The options that a project was put to work with, all calls together. */
const givenTo = new WeakMap<Content, ContentOptions>();

/** Projects that work for a test. */
const tested = new WeakSet<Content>();

/** What a test gives a project in place of the parts that the project names itself. */
export interface TestParts {
  readonly database: DatabaseOptions;
  readonly mail: MailSender;
  /** The settings of the project, as the test needs them. */
  readonly settings: Settings;
}

/**
 * Gives a project other parts for a test, and forgets what the project knows of its former database. Changes the object
 * itself, because modules of the project hold it.
 */
export async function startTest(definition: ContentDefinition, { database, mail, settings }: TestParts): Promise<void> {
  const content = startContent(definition);
  const former = content.database;
  tested.add(content);
  Object.assign(content, createState(settings), opened({ database }, settings), {
    mail,
    settings,
    usersSettings: usersSettingsOf(settings),
  });
  await former.close();
}

/**
 * Puts a project to work; otherwise its first request does, and `DATABASE_URL` names the database. A project at work
 * takes the options that the project has not got yet, so that modules that do not know each other share the hooks and
 * the database of the project.
 */
export function startContent(definition: ContentDefinition, options: ContentOptions = {}): Content {
  const problem = contractProblem(definition) ?? claim(definition);
  if (problem !== undefined) throw startError(problem);
  const running = definition[SERVING];
  if (running !== undefined) return completed(running, options);
  const models = Object.values(definition.models);
  compileAll(models);
  const content: Content = {
    ...createState(definition.settings),
    ...opened(options, definition.settings),
    settings: definition.settings,
    usersSettings: usersSettingsOf(definition.settings),
    models: new Map(models.map((model) => [model.name, model])),
    modelsByUid: new Map(models.map((model) => [model.uid, model])),
    permissions: compilePermissions(definition.settings.permissions),
    ...partsOf(options),
  };
  givenTo.set(content, options);
  serveWith(definition, content);
  return content;
}

/**
 * Gives a project at work the options that it has not got. Changes the object itself, because other modules hold it.
 */
function completed(content: Content, asked: ContentOptions): Content {
  // A module that is loaded during a test names the database of the project, which the test has replaced.
  const { hooks } = asked;
  const options = !tested.has(content) ? asked : hooks === undefined ? {} : { hooks };
  const given = givenTo.get(content) ?? {};
  for (const name of ['database', 'hooks', 'mail'] as const) {
    if (options[name] === undefined || given[name] === undefined || isSame(options[name], given[name])) continue;
    throw new Error(
      `createContent was called before with another value of ${name}. Pass it once, and call createContent without options elsewhere`,
    );
  }
  const isNamed = options.database !== undefined && given.database === undefined;
  givenTo.set(content, { ...given, ...options });
  return Object.assign(content, isNamed ? opened(options, content.settings) : {}, partsOf(options));
}

/** Modules may write the same address of the database, each for itself. */
function isSame(option: object, given: object): boolean {
  return option === given || (!('rows' in option) && !('rows' in given) && isDeepStrictEqual(option, given));
}

function opened(options: ContentOptions, { api }: Settings): Pick<Content, 'database' | 'snapshots'> {
  const database = databaseOf(options);
  return { database, snapshots: new SnapshotReader(database, api.rest.publicTimeoutMs) };
}

function partsOf({ mail, hooks }: ContentOptions): Pick<Content, 'mail' | 'hooks'> {
  return { ...(mail === undefined ? {} : { mail }), ...(hooks === undefined ? {} : { hooks }) };
}

/** The project at work behind a definition. */
export function contentOf(definition: ContentDefinition): Content {
  return definition[SERVING] ?? startContent(definition);
}

/** The project at work behind a definition, unless there is none yet. */
export function findContent(definition: ContentDefinition): Content | undefined {
  return definition[SERVING];
}

/** Closes the database behind a definition. */
export async function closeContent(definition: ContentDefinition): Promise<void> {
  const content = definition[SERVING];
  serveWith(definition, undefined);
  await content?.database.close();
}

/** Why generated code cannot work with this package. Code of another contract has another number than its type says. */
function contractProblem({ contract }: { readonly contract: number }): string | undefined {
  if (contract === CONTRACT) return undefined;
  const way =
    contract < CONTRACT
      ? 'Run "npx content-gen generate" and build the project again'
      : 'Install the @content-gen/runtime that has the version of content-gen';
  return `The generated code has contract ${contract}, but this version of @content-gen/runtime needs contract ${CONTRACT}. ${way}.`;
}

/**
 * Claims a definition for this copy of the package, or returns why this copy cannot claim it: another copy would put
 * the project to work a second time, without its hooks and with a database of its own.
 */
export function claim(definition: ContentDefinition): string | undefined {
  const own = import.meta.url;
  const owner = definition[COPY] ?? own;
  if (owner !== own)
    return `Two copies of @content-gen/runtime are in use, ${owner} and ${own}. "npm ls @content-gen/runtime" or "pnpm why @content-gen/runtime" shows who asks for them; install one.`;
  // Not enumerable, so that copies of the definition are not claimed. SERVING is the same.
  Object.defineProperty(definition, COPY, { value: own, enumerable: false, configurable: true });
  return undefined;
}

/**
 * Why the project behind a definition cannot answer requests: its code has another contract, the installed driver is
 * another version, or neither options nor `DATABASE_URL` name its database.
 */
export function startProblem(definition: ContentDefinition): string | undefined {
  const outdated = contractProblem(definition) ?? claim(definition);
  if (outdated !== undefined) return outdated;
  const content = definition[SERVING];
  const driver = driverProblem();
  if (driver !== undefined) return driver;
  return content === undefined || isDeferred(content.database) ? databaseUrlProblem() : undefined;
}

/** The slot is not enumerable, so that a copy of the definition (`{ ...definition, settings }`) gets its own content. */
function serveWith(definition: ContentDefinition, content: Content | undefined): void {
  Object.defineProperty(definition, SERVING, { value: content, enumerable: false, configurable: true });
}

function databaseOf({ database }: ContentOptions): Database {
  if (database === undefined) return envDatabase();
  return 'rows' in database ? database : openDatabase(database);
}
