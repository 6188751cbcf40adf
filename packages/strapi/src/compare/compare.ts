import { type ContentModel, type ContentType, Problem, type Settings } from 'content-gen/tools';

import { problemOfNew, problemOfOld } from './answer.js';
import { compareAnswers } from './compare-answers.js';
import { type Json, isJson } from './difference.js';
import { type GenerateOptions, type Samples, generateRequests, sampleRequest } from './generate-requests.js';
import { atRate } from './pace.js';
import { type RequestOutcome, type ComparisonReport, type Result, isExplained, reportOf } from './report.js';
import { type ComparedRequest, endpointOf, hasRoutes } from './request.js';
import { type Server, ask } from './server.js';
import { type Shapes, shapesOf } from './shape.js';

/** The two servers and the manner of comparing them. */
interface CompareOptions {
  /** The server that is right. */
  readonly old: Server;
  readonly ours: Server;
  /** Requests per second to each server. */
  readonly rate: number;
  /** Keys of answers that are left out. */
  readonly ignored: ReadonlySet<string>;
  readonly signal: AbortSignal;
  /** Called after every request. */
  readonly progress: (done: number, total: number, different: number) => void;
}

/** Nothing can be compared, for example because a server is not there. */
class CompareProblem extends Problem {}

/** Sends every request to both servers and compares the answers. */
export async function compare(
  requests: readonly ComparedRequest[],
  model: ContentModel,
  settings: Settings,
  options: CompareOptions,
): Promise<ComparisonReport> {
  const { rate, signal } = options;
  const shapes = shapesOf(model);
  const results: Result[] = [];
  let different = 0;
  await atRate([...requests.entries()], { rate, signal }, async ([index, request]) => {
    const endpoint = endpointOf(request.path, model, settings.api.prefix);
    const outcome = await outcomeOf(request, endpoint.type, shapes, options);
    results[index] = { endpoint: endpoint.path, request, outcome };
    if (outcome.kind === 'compared' && outcome.differences.length > 0 && !isExplained(outcome)) different += 1;
    options.progress(Object.keys(results).length, requests.length, different);
  });
  return reportOf(results);
}

async function outcomeOf(
  request: ComparedRequest,
  type: ContentType | undefined,
  shapes: Shapes,
  { old, ours, ignored }: CompareOptions,
): Promise<RequestOutcome> {
  const [before, after] = await Promise.all([ask(old, request), ask(ours, request)]);
  const oldProblem = problemOfOld(before);
  const newProblem = problemOfNew(after);
  if (before.kind === 'none' || oldProblem !== undefined) {
    return { kind: 'problem', side: 'with', reason: oldProblem ?? 'does not answer' };
  }
  if (after.kind === 'none' || newProblem !== undefined) {
    return { kind: 'problem', side: 'to', reason: newProblem ?? 'does not answer' };
  }
  const shape = type === undefined ? {} : { shape: shapes.ofType(type) };
  return { kind: 'compared', ...compareAnswers(request, before, after, { shapes, ignored, ...shape }) };
}

/** Makes requests from the model, with values that the old server answers. */
export async function requestsFromModel(
  model: ContentModel,
  settings: Settings,
  { old, rate, signal }: Pick<CompareOptions, 'old' | 'rate' | 'signal'>,
  generateOptions: GenerateOptions,
): Promise<readonly ComparedRequest[]> {
  const { prefix } = settings.api;
  const samples = new Map<string, readonly Json[]>();
  const asked = model.contentTypes.filter(hasRoutes).flatMap((type) => {
    const locales = type.localized ? settings.locales.all : [undefined];
    return locales.map((locale) => ({ type, request: sampleRequest(type, prefix, locale) }));
  });
  const answers = new Map<string, readonly Json[]>();
  await atRate(asked, { rate, signal }, async ({ type, request }) => {
    const answer = await ask(old, request);
    const problem = answer.kind === 'none' ? answer.reason : undefined;
    if (problem !== undefined) throw new CompareProblem(`${old.url.origin} ${problem}.`);
    if (answer.kind !== 'json' || answer.status !== 200 || !isJson(answer.body)) return;
    answers.set(`${type.name} ${request.path}`, documentsIn(answer.body['data']));
  });
  // In the order of the requests and not of the answers, so that a seed decides everything.
  for (const { type, request } of asked) {
    const documents = answers.get(`${type.name} ${request.path}`);
    if (documents !== undefined) samples.set(type.name, [...(samples.get(type.name) ?? []), ...documents]);
  }
  return generateRequests(model, settings, samples satisfies Samples, generateOptions);
}

function documentsIn(data: unknown): readonly Json[] {
  return (Array.isArray(data) ? data : [data]).filter(isJson);
}
