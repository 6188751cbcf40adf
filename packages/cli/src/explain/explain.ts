import type { ContentDefinition } from '@content-gen/runtime';
import type { Explanation, ExplainedRequest } from '@content-gen/runtime/explain';

import type { Config } from '../config/index.js';
import { emit } from '../emit/index.js';
import type { ContentModel } from '../model/model.js';
import { importGenerated } from '../project/generated-module.js';
import { type PlacedDecision, placeDecisions } from './decisions.js';
import { type IndexAdvice, adviseIndexes } from './index-advice.js';
import { type PlanLine, planLines, readPlan } from './plan-tree.js';
import type { ReadRequest } from './request.js';

/** Everything about the answer to a request. */
export interface Explained extends ExplainedRead {
  readonly role: string;
}

/** The way of a request to its statement. */
export interface ExplainedRead {
  readonly request: ReadRequest;
  readonly parameters?: Explanation['parameters'];
  readonly decisions: readonly PlacedDecision[];
  /** The answer if the request is refused, in which case there is no `sql` and no `plan`. */
  readonly refusal?: Explanation['refusal'];
  readonly sql?: { readonly text: string; readonly values: readonly unknown[] };
  readonly plan?: {
    readonly planningMs: number;
    readonly executionMs: number;
    readonly lines: readonly PlanLine[];
  };
  readonly advice: readonly IndexAdvice[];
}

interface Asker {
  readonly role: string;
  /** The document id of a user of the role. */
  readonly user?: string;
}

type Statement = NonNullable<Explanation['statement']>;

interface RuntimeModule {
  readonly contentDefinition: ContentDefinition;
  readonly explainRead: (definition: ContentDefinition, request: ExplainedRequest) => Explanation;
  readonly measureStatement: (url: string, statement: Statement) => Promise<string>;
}

/** A module of the project that runs the project's own copy of the runtime. */
const entry = {
  path: 'entry.ts',
  content: [
    ['contentDefinition', './index.js'],
    ['explainRead, measureStatement', '@content-gen/runtime/explain'],
  ]
    .map(([names, module]) => `export { ${names} } from ${JSON.stringify(module)};`)
    .join('\n'),
};

/** Plans a request with the project's own runtime, and measures its statement. `measured` opens the database. */
export async function explain(
  config: Config,
  model: ContentModel,
  request: ReadRequest,
  asker: Asker,
  measured: <T>(work: (url: string) => Promise<T>) => Promise<T>,
): Promise<Explained> {
  const files = emit(model, { settings: config.settings, importExtension: '.js' });
  const runtime = await importGenerated<RuntimeModule>(config.root, [...files, entry], entry.path);
  const explanation = runtime.explainRead(runtime.contentDefinition, { ...request, ...asker });
  const measure = (statement: Statement) => measured((url) => runtime.measureStatement(url, statement));
  const described = await describeRead(config, request, explanation, { model, role: asker.role, measure });
  return { ...described, role: asker.role };
}

/** The explanation of a request for people: decisions with their lines, formatted SQL, and the measured plan. */
export async function describeRead(
  config: Config,
  request: ReadRequest,
  { parameters, decisions, statement, refusal }: Explanation,
  {
    model,
    role,
    measure,
  }: {
    readonly model: ContentModel;
    /** Absent for full access, which no rule decides. */
    readonly role: string | undefined;
    readonly measure: (statement: Statement) => Promise<string>;
  },
): Promise<ExplainedRead> {
  const about = {
    request,
    ...(parameters === undefined ? {} : { parameters }),
    decisions: role === undefined ? [] : placeDecisions(decisions, role, config),
  };
  if (statement === undefined) return { ...about, ...(refusal === undefined ? {} : { refusal }), advice: [] };
  const { root, ...times } = readPlan(await measure(statement));
  const { format } = await import('sql-formatter');
  const sql = { text: format(statement.text, { language: 'postgresql' }), values: statement.values };
  return { ...about, sql, plan: { ...times, lines: planLines(root) }, advice: adviseIndexes(root, model) };
}
