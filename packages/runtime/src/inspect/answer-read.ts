import { type ContentDefinition, type Scope, contentOf } from '../content/index.js';
import { type ObservedStatement, observeStatements } from '../database/index.js';
import { ContentError, NotFoundError } from '../errors/index.js';
import { USER_UID } from '../model/index.js';
import { type ExplainedRequest, askerOf, findMany, findOne, findSingle } from '../read/index.js';
import { authorizeUsers, listUsers, showUser } from '../users/index.js';

/** The answer of the API to a read, and its cost. */
export interface ReadAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
  readonly ms: number;
  readonly statements: readonly ObservedStatement[];
}

/** Answers a read as the API answers the caller that the request names. */
export async function answerRead(definition: ContentDefinition, request: ExplainedRequest): Promise<ReadAnswer> {
  const scope: Scope = { content: contentOf(definition), caller: askerOf(request), requestId: 'explain' };
  const statements: ObservedStatement[] = [];
  const startedAt = performance.now();
  const answer = await observeStatements(
    (statement) => statements.push(statement),
    () => answerOrError(scope, request),
  );
  return { ...answer, ms: performance.now() - startedAt, statements };
}

async function answerOrError(scope: Scope, request: ExplainedRequest): Promise<Pick<ReadAnswer, 'status' | 'body'>> {
  try {
    const body = await read(scope, request);
    return { status: 200, body: typeof body === 'string' ? body : Buffer.from(body).toString() };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const { status, name, message, details } = error;
    const body = { data: null, error: { status, name, message, ...(details === null ? {} : { details }) } };
    return { status, body: JSON.stringify(body) };
  }
}

async function read(
  scope: Scope,
  { type, documentId, isList, query: text }: ExplainedRequest,
): Promise<string | Uint8Array> {
  const model = scope.content.models.get(type);
  if (model === undefined) throw new NotFoundError();
  if (model.uid === USER_UID) {
    // Users have endpoints of their own, without an envelope.
    authorizeUsers(scope, 'user', isList ? 'find' : 'findOne');
    return isList ? listUsers(scope, { text }) : showUser(scope, 'findOne', documentId ?? '', { text });
  }
  if (isList) return (await findMany(scope, model, { text })).body;
  if (documentId === undefined) return (await findSingle(scope, model, { text })).body;
  return (await findOne(scope, model, documentId, { text })).body;
}
