import type { Answer } from './answer.js';
import { type Difference, type Json, isJson } from './difference.js';
import { explainList } from './explain-list.js';
import { type ListOrder, isDocumentList, matchDocuments } from './documents.js';
import type { ComparedRequest } from './request.js';
import { type Shape, type Shapes, unknown } from './shape.js';
import { sortOrderOf } from './sort-order.js';
import { type Rules, valueDifferences } from './values.js';

interface Comparison {
  readonly differences: readonly Difference[];
  /** Whether only some documents of the list were compared: a page without `sort` may have any documents. */
  readonly isPartial: boolean;
}

interface ComparisonRules {
  readonly shapes: Shapes;
  readonly ignored: ReadonlySet<string>;
  /** The shape of the answer's documents. */
  readonly shape?: Shape;
}

type Answered = Exclude<Answer, { readonly kind: 'none' }>;

/** Compares the meaning of two answers. */
export function compareAnswers(
  request: ComparedRequest,
  old: Answered,
  ours: Answered,
  rules: ComparisonRules,
): Comparison {
  const whole = (differences: readonly Difference[]) => ({ differences, isPartial: false });
  if (old.status !== ours.status) {
    return whole([{ kind: 'other status', at: '', old: statusText(old), ours: statusText(ours) }]);
  }
  if (request.method === 'HEAD') return whole([]);
  if (old.kind !== 'json' || ours.kind !== 'json') {
    return whole(
      old.kind === ours.kind ? [] : [{ kind: 'other format', at: '', old: formOf(old), ours: formOf(ours) }],
    );
  }
  if (old.status >= 400) return whole(errorDifferences(old.body, ours.body));
  return bodyComparison(request, old.body, ours.body, rules);
}

function bodyComparison(
  request: ComparedRequest,
  old: unknown,
  ours: unknown,
  { shapes, ignored, shape = unknown }: ComparisonRules,
): Comparison {
  const { paths, nested } = sortOrderOf(request.path);
  const rules: Rules = { shapes, ignored, nestedSort: nested };
  const isWhole = isWholeList(old) && isWholeList(ours);
  const list: ListOrder = { order: paths.length > 0 ? paths : 'open', isWhole };
  const isEnvelope = isJson(old) && isJson(ours) && 'data' in old && 'data' in ours;
  const place = { at: isEnvelope ? '' : 'data', key: 'data', shape, list };
  if (!isEnvelope) return { differences: [...valueDifferences(old, ours, place, rules)], isPartial: false };
  const differences = [
    ...valueDifferences(old['data'], ours['data'], { ...place, at: 'data' }, rules),
    ...metaDifferences(old['meta'], ours['meta'], rules),
  ];
  const context = { path: request.path, shape, shapes, old: old['data'], ours: ours['data'] };
  return { differences: explainList(differences, context), isPartial: isPartial(old['data'], ours['data'], list) };
}

function isPartial(old: unknown, ours: unknown, list: ListOrder): boolean {
  if (!Array.isArray(old) || !Array.isArray(ours) || !isDocumentList(old) || !isDocumentList(ours)) return false;
  return matchDocuments(old, ours, list, { at: '', noun: 'document' }).isPartial;
}

/** Whether the answer has every document that the request finds. */
function isWholeList(body: unknown): boolean {
  const data = isJson(body) ? body['data'] : undefined;
  const meta = isJson(body) && isJson(body['meta']) ? body['meta'] : {};
  const pagination = isJson(meta['pagination']) ? meta['pagination'] : {};
  if (!Array.isArray(data)) return true;
  if (typeof pagination['total'] === 'number') return pagination['total'] <= data.length;
  const size = pagination['pageSize'] ?? pagination['limit'];
  return typeof size !== 'number' || data.length < size;
}

function metaDifferences(old: unknown, ours: unknown, rules: Rules): readonly Difference[] {
  const list: ListOrder = { order: 'stored', isWhole: true };
  const place = { at: 'meta', key: 'meta', shape: unknown, list };
  return [...valueDifferences(old, ours, place, rules)].map((difference) =>
    /\.(total|pageCount)$/.test(difference.at) ? { ...difference, kind: 'other total' } : difference,
  );
}

/** Details of errors are for people; clients read the name and the message. */
function errorDifferences(old: unknown, ours: unknown): readonly Difference[] {
  const [before, after] = [errorOf(old), errorOf(ours)];
  return ['name', 'message'].flatMap((key) =>
    before[key] === after[key]
      ? []
      : [{ kind: 'other error' as const, at: `error.${key}`, old: before[key], ours: after[key] }],
  );
}

function errorOf(body: unknown): Json {
  return isJson(body) && isJson(body['error']) ? body['error'] : {};
}

function statusText(answer: Answered): string {
  const { message } = answer.kind === 'json' ? errorOf(answer.body) : {};
  return typeof message === 'string' ? `${answer.status} ${message}` : `${answer.status}`;
}

function formOf(answer: Answered): string {
  return answer.kind === 'text' ? answer.type : answer.kind;
}
