import { answerBulk, prepareBulk } from '../bulk/index.js';
import type { Scope } from '../content/index.js';
import { type AnyModel, USER_UID } from '../model/index.js';
import { findMany, findOne, findSingle } from '../read/index.js';
import { act, actSingle, create, remove, removeSingle, saveSingle, update } from '../write/index.js';
import { type CodeQuery, answered, bodyOf, queryOf } from './request.js';
import { userCalls } from './users.js';

/** The body of a list, as far as the calls read it. */
interface List {
  readonly data: readonly unknown[];
  readonly meta: { readonly pagination: { readonly total: number } };
}

/** The calls of a type for one caller: each is the request of the same name, without HTTP. */
export function callsOf(scope: Scope, model: AnyModel): object {
  const reads = model.single ? singleReads(scope, model) : readCalls(scope, model);
  return { ...reads, ...noted(scope, writesOf(scope, model)) };
}

type Writes = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

function writesOf(scope: Scope, model: AnyModel): Writes {
  if (model.uid === USER_UID) return userCalls(scope, model);
  const [writes, ofDrafts] = model.single ? [singleWrites, singleActions] : [writeCalls, actions];
  return { ...writes(scope, model), ...(model.draftAndPublish ? ofDrafts(scope, model) : {}) };
}

/** A write that fails makes its transaction fail, also one that is refused before it has sent a statement. */
function noted({ content }: Scope, writes: Writes): Writes {
  const { noteFailure } = content.database;
  if (noteFailure === undefined) return writes;
  const note =
    (write: Writes[string]) =>
    async (...args: never[]) => {
      try {
        return await write(...args);
      } catch (error) {
        noteFailure(error);
        throw error;
      }
    };
  return Object.fromEntries(Object.entries(writes).map(([name, write]) => [name, note(write)]));
}

function readCalls(scope: Scope, model: AnyModel) {
  const list = async (query: object): Promise<List> => answered<List>(await findMany(scope, model, queryOf(query)));
  return {
    find: (query: CodeQuery = {}) => list(query),
    findOne: async (documentId: string, query: CodeQuery = {}) =>
      answered(await findOne(scope, model, documentId, queryOf(query))),
    findFirst: async (query: CodeQuery = {}) => {
      const { data } = await list({ ...query, pagination: { start: 0, limit: 1, withCount: false } });
      return { data: data[0] ?? null, meta: {} };
    },
    count: async (query: CodeQuery = {}) => {
      const counted = { ...query, fields: [], pagination: { start: 0, limit: 1, withCount: true } };
      return (await list(counted)).meta.pagination.total;
    },
  };
}

function writeCalls(scope: Scope, model: AnyModel) {
  return {
    create: async (query: CodeQuery) => answered(await create(scope, model, bodyOf(query), queryOf(query))),
    update: async (documentId: string, query: CodeQuery) =>
      answered(await update(scope, model, documentId, bodyOf(query), queryOf(query))),
    delete: (documentId: string, query: CodeQuery = {}) => remove(scope, model, documentId, queryOf(query)),
    bulk: async ({ action, ...query }: CodeQuery & { readonly action: string }) =>
      answered(await answerBulk(await prepareBulk(scope, model, { action, ...bodyOf(query) }, queryOf(query)))),
  };
}

function actions(scope: Scope, model: AnyModel) {
  const action =
    (name: string) =>
    async (documentId: string, query: CodeQuery = {}) =>
      answered(await act(scope, model, documentId, name, queryOf(query)));
  return { publish: action('publish'), unpublish: action('unpublish'), discard: action('discard') };
}

function singleReads(scope: Scope, model: AnyModel) {
  return { find: async (query: CodeQuery = {}) => answered(await findSingle(scope, model, queryOf(query))) };
}

function singleWrites(scope: Scope, model: AnyModel) {
  return {
    update: async (query: CodeQuery) => answered(await saveSingle(scope, model, bodyOf(query), queryOf(query))),
    delete: (query: CodeQuery = {}) => removeSingle(scope, model, queryOf(query)),
  };
}

function singleActions(scope: Scope, model: AnyModel) {
  const action =
    (name: string) =>
    async (query: CodeQuery = {}) =>
      answered(await actSingle(scope, model, name, queryOf(query)));
  return { publish: action('publish'), unpublish: action('unpublish'), discard: action('discard') };
}
