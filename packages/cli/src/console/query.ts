import { type ExplainedRead, describeRead } from '../explain/explain.js';
import { parseRequest } from '../explain/request.js';
import { roleProblem } from '../permissions/roles.js';
import type { ObservedStatement, ServedProject } from './project.js';

/** A read to run and to explain. */
interface AskedQuery {
  /** `/api/articles?sort=title` */
  readonly request: string;
  /** Absent for full access. */
  readonly role?: string;
  /** The document id of a user of the role, for rules with `$caller`. */
  readonly user?: string;
  /** Whether PostgreSQL also measures its plan, which runs the statement a second time. */
  readonly explain: boolean;
}

/** The answer of the API to a read, and how it came about. */
export interface QueryOutcome {
  readonly status: number;
  /** The body, as the API sends it. */
  readonly body: string;
  readonly ms: number;
  readonly statements: readonly ObservedStatement[];
  readonly explained?: ExplainedRead;
}

export async function runQuery(
  { config, model, definition, inspector }: ServedProject,
  databaseUrl: string,
  { request: text, role, user, explain }: AskedQuery,
): Promise<QueryOutcome | { readonly problem: string }> {
  const parsed = parseRequest(text, model, config.settings);
  if ('problem' in parsed) return parsed;
  const problem = role === undefined ? undefined : roleProblem(config.settings, role);
  if (problem !== undefined) return { problem };
  const asked = {
    ...parsed.request,
    ...(role === undefined ? {} : { role }),
    ...(user === undefined ? {} : { user }),
  };
  const outcome = await inspector.answerRead(definition, asked);
  if (!explain) return outcome;
  const measure = (statement: Parameters<typeof inspector.measureStatement>[1]) =>
    inspector.measureStatement(databaseUrl, statement);
  const explanation = inspector.explainRead(definition, asked);
  return { ...outcome, explained: await describeRead(config, parsed.request, explanation, { model, role, measure }) };
}
