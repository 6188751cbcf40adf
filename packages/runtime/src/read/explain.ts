import {
  type Caller,
  type CompiledPermissions,
  type ContentDefinition,
  type RowFilter,
  type Scope,
  type Use,
  startContent,
} from '../content/index.js';
import { type Value, openDatabase } from '../database/index.js';
import { ContentError, NotFoundError } from '../errors/index.js';
import { type Parameters, parseBrackets, parseParameters, requestOptions } from '../query/index.js';
import { planMany } from './find-many.js';
import { planOne } from './find-one.js';

export interface ExplainedRequest {
  /** The name of a content type. */
  readonly type: string;
  /** Absent for a list, and for the document of a single type. */
  readonly documentId?: string;
  readonly isList: boolean;
  /** The query string. */
  readonly query: string;
  /** Absent for a token with full access. */
  readonly role?: string;
  /** The document id of the calling user, for rules that compare with it. */
  readonly user?: string;
}

/** A question about the rights of a role that planning asked. */
export interface Decision {
  readonly type: string;
  readonly allowed: boolean;
  readonly action?: string;
  readonly attribute?: string;
  readonly use?: Use;
  /** The conditions that rows have to meet for the action. */
  readonly rows?: readonly RowFilter[];
}

/** How a request is answered: up to the statement, or up to the error. */
export interface Explanation {
  readonly decisions: readonly Decision[];
  /** The query after parsing. Absent if it cannot be parsed. */
  readonly parameters?: Parameters;
  readonly statement?: { readonly text: string; readonly values: readonly Value[] };
  /** The error that the API answers. */
  readonly refusal?: { readonly status: number; readonly name: string; readonly message: string };
}

/** Plans a read as the API does, with the decisions on the way, and runs nothing. */
export function explainRead(definition: ContentDefinition, request: ExplainedRequest): Explanation {
  const content = startContent({ ...definition });
  const decisions = new Map<string, Decision>();
  const permissions = recorded(content.permissions, (decision) => decisions.set(JSON.stringify(decision), decision));
  const scope: Scope = { content: { ...content, permissions }, caller: askerOf(request), requestId: 'explain' };
  const result = attempt(() =>
    parseParameters(parseBrackets(request.query), { ...requestOptions(content.settings.api.rest), strict: false }),
  );
  const planned = attempt(() => statementOf(scope, request));
  return {
    decisions: [...decisions.values()],
    ...('value' in result ? { parameters: result.value } : {}),
    ...('value' in planned ? { statement: planned.value } : { refusal: planned.refusal }),
  };
}

/** The caller that a request names. */
export function askerOf({ role, user }: Pick<ExplainedRequest, 'role' | 'user'>): Caller {
  if (role === undefined) return { kind: 'token', id: 'explain', name: 'explain', may: () => true };
  return { kind: 'role', role, ...(user === undefined ? {} : { user: { id: 0, documentId: user } }) };
}

function statementOf(scope: Scope, { type, documentId, isList, query: text }: ExplainedRequest) {
  const model = scope.content.models.get(type);
  if (model === undefined) throw new NotFoundError();
  const { statement } = isList ? planMany(scope, model, { text }) : planOne(scope, model, documentId, { text });
  return { text: statement.text, values: statement.values };
}

function attempt<T>(work: () => T): { readonly value: T } | { readonly refusal: NonNullable<Explanation['refusal']> } {
  try {
    return { value: work() };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const { status, name, message } = error;
    return { refusal: { status, name, message } };
  }
}

/** Permissions that report each question and its answer. */
function recorded(permissions: CompiledPermissions, report: (decision: Decision) => void): CompiledPermissions {
  return {
    mentionsCaller: (role) => permissions.mentionsCaller(role),
    rightsOf: (role, type) => {
      const rights = permissions.rightsOf(role, type);
      return {
        may: (action) => {
          const allowed = rights.may(action);
          report({ type, action, allowed });
          return allowed;
        },
        allows: (attribute, use) => {
          const allowed = rights.allows(attribute, use);
          report({ type, attribute, use, allowed });
          return allowed;
        },
        rowsFor: (action) => {
          const rows = rights.rowsFor(action);
          if (rows.length > 0) report({ type, action, allowed: true, rows });
          return rows;
        },
      };
    },
  };
}

/** PostgreSQL's plan of a statement, as JSON. The statement runs in a transaction that cannot write. */
export async function measureStatement(
  url: string,
  { text, values }: NonNullable<Explanation['statement']>,
): Promise<string> {
  const database = openDatabase({ url, connections: 1, statementTimeoutMs: 60_000 });
  try {
    return await database.transaction(async (tx) => {
      await tx.rows('set transaction read only');
      const [row] = await tx.rows<Record<string, string>>(
        `explain (analyze, verbose, buffers, format json) ${text}`,
        values,
      );
      return row?.['QUERY PLAN'] ?? '[]';
    });
  } finally {
    await database.close();
  }
}
