import { answerBulk, prepareBulk } from '../bulk/index.js';
import type { Scope } from '../content/index.js';
import { ContentError } from '../errors/index.js';
import { type AnyModel, USER_UID } from '../model/index.js';
import { findMany, findOne, findSingle } from '../read/index.js';
import { act, actSingle, create, lockForRead, remove, removeSingle, saveSingle, update } from '../write/index.js';
import { checkDocumentId } from './document-id.js';
import { type CodeQuery, answered, answeredOne, bodyOf, queryOf } from './request.js';
import { userCalls } from './users.js';

/** The body of a list, as far as the calls read it. */
interface List {
  readonly data: readonly unknown[];
  readonly meta: { readonly pagination: { readonly total: number } };
}

/** The calls of a type for one caller: each is the request of the same name, without HTTP. */
export function callsOf(scope: Scope, model: AnyModel): object {
  const reads = model.single ? singleReads(scope, model) : readCalls(scope, model);
  return { ...reads, ...inTurn(scope, writesOf(scope, model)) };
}

type Writes = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

function writesOf(scope: Scope, model: AnyModel): Writes {
  if (model.uid === USER_UID) return userCalls(scope, model);
  const [writes, ofDrafts] = model.single ? [singleWrites, singleActions] : [writeCalls, actions];
  return { ...writes(scope, model), ...(model.draftAndPublish ? ofDrafts(scope, model) : {}) };
}

/**
 * Inside a transaction, writes run one after the other. A write that fails makes the transaction fail, also if the
 * write is refused before it has sent a statement.
 */
function inTurn({ content }: Scope, writes: Writes): Writes {
  const { inTurn: run } = content.database;
  if (run === undefined) return writes;
  const turn =
    (write: Writes[string]) =>
    (...args: never[]) =>
      run(() => write(...args));
  return Object.fromEntries(Object.entries(writes).map(([name, write]) => [name, turn(write)]));
}

function readCalls(scope: Scope, model: AnyModel) {
  const list = async (query: object): Promise<List> => answered<List>(await findMany(scope, model, queryOf(query)));
  return {
    find: (query: CodeQuery = {}) => list(query),
    findOne: async (documentId: string, query: CodeQuery = {}) => {
      checkDocumentId(documentId);
      if (query.lock === true) await lockForRead(scope, model, documentId);
      return answeredOne(await findOne(scope, model, documentId, queryOf(query)));
    },
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
    create: async (query: CodeQuery) => answeredOne(await create(scope, model, bodyOf(query), queryOf(query))),
    update: async (documentId: string, query: CodeQuery) => {
      checkDocumentId(documentId);
      return answeredOne(await update(scope, model, documentId, bodyOf(query), queryOf(query)));
    },
    delete: async (documentId: string, query: CodeQuery = {}) => {
      checkDocumentId(documentId);
      await remove(scope, model, documentId, queryOf(query));
    },
    bulk: async ({ action, ...query }: CodeQuery & { readonly action: string }) => {
      const bulk = await prepareBulk(scope, model, { action, ...bodyOf(query) }, queryOf(query));
      return answered(await answerBulk(bulk, { explain: explained }));
    },
  };
}

/** Items before the item whose hook has thrown are written, so the result has to name these items. */
function explained(error: unknown): ContentError {
  const message = error instanceof Error ? error.message : String(error);
  return new ContentError(500, 'InternalServerError', message, {}, { cause: error });
}

function actions(scope: Scope, model: AnyModel) {
  const action =
    (name: string) =>
    async (documentId: string, query: CodeQuery = {}) => {
      checkDocumentId(documentId);
      return answeredOne(await act(scope, model, documentId, name, queryOf(query)));
    };
  return { publish: action('publish'), unpublish: action('unpublish'), discard: action('discard') };
}

function singleReads(scope: Scope, model: AnyModel) {
  return {
    find: async (query: CodeQuery = {}) => {
      if (query.lock === true) await lockForRead(scope, model);
      return answeredOne(await findSingle(scope, model, queryOf(query)));
    },
  };
}

function singleWrites(scope: Scope, model: AnyModel) {
  return {
    update: async (query: CodeQuery) => answeredOne(await saveSingle(scope, model, bodyOf(query), queryOf(query))),
    delete: (query: CodeQuery = {}) => removeSingle(scope, model, queryOf(query)),
  };
}

function singleActions(scope: Scope, model: AnyModel) {
  const action =
    (name: string) =>
    async (query: CodeQuery = {}) =>
      answeredOne(await actSingle(scope, model, name, queryOf(query)));
  return { publish: action('publish'), unpublish: action('unpublish'), discard: action('discard') };
}
