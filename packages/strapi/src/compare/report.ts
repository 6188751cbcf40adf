import type { Difference, DifferenceKind } from './difference.js';
import { explanations } from './explanation.js';
import type { ComparedRequest } from './request.js';

/** The result of one request. */
export type RequestOutcome =
  | { readonly kind: 'compared'; readonly differences: readonly Difference[]; readonly isPartial: boolean }
  /** A server gave no answer that can be compared. */
  | { readonly kind: 'problem'; readonly side: 'with' | 'to'; readonly reason: string };

export interface Result {
  readonly endpoint: string;
  readonly request: ComparedRequest;
  readonly outcome: RequestOutcome;
}

/** All results of a run, by endpoint. */
export interface ComparisonReport {
  readonly requests: number;
  readonly equal: number;
  /** Requests whose differences are all explained by docs/compatibility.md. */
  readonly explained: number;
  readonly different: number;
  /** Requests that could not be compared. */
  readonly notCompared: number;
  /**
   * The number of equal requests of which only some documents were compared, because they ask for pages without an
   * order.
   */
  readonly partial: number;
  readonly endpoints: readonly EndpointReport[];
}

export interface EndpointReport {
  readonly endpoint: string;
  readonly requests: number;
  readonly equal: number;
  readonly explained: number;
  readonly different: number;
  readonly notCompared: number;
  /** The first difference of each kind at each place. */
  readonly differences: readonly FirstDifference[];
  readonly problems: readonly FirstProblem[];
}

export interface FirstDifference {
  readonly kind: DifferenceKind;
  readonly at: string;
  /** Why nothing is wrong, for a difference that docs/compatibility.md explains. */
  readonly explanation?: string;
  /** The number of requests with this difference. */
  readonly requests: number;
  readonly first: { readonly request: string; readonly with?: string; readonly to?: string };
}

export interface FirstProblem {
  readonly side: 'with' | 'to';
  readonly reason: string;
  readonly requests: number;
  readonly first: { readonly request: string };
}

export function reportOf(results: readonly Result[]): ComparisonReport {
  const names = [...new Set(results.map(({ endpoint }) => endpoint))].sort();
  const partial = results.filter(({ outcome }) => isEqual(outcome) && outcome.kind === 'compared' && outcome.isPartial);
  return {
    ...countsOf(results),
    partial: partial.length,
    endpoints: names.map((name) =>
      endpointReport(
        name,
        results.filter(({ endpoint }) => endpoint === name),
      ),
    ),
  };
}

function countsOf(results: readonly Result[]) {
  const notCompared = results.filter(({ outcome }) => outcome.kind === 'problem').length;
  const equal = results.filter(({ outcome }) => isEqual(outcome)).length;
  const explained = results.filter(({ outcome }) => isExplained(outcome)).length;
  const different = results.length - equal - explained - notCompared;
  return { requests: results.length, equal, explained, different, notCompared };
}

/** Whether there are differences, and docs/compatibility.md explains each difference. */
export function isExplained(outcome: RequestOutcome): boolean {
  if (outcome.kind !== 'compared' || outcome.differences.length === 0) return false;
  return outcome.differences.every(({ because }) => because !== undefined);
}

function isEqual(outcome: RequestOutcome): boolean {
  return outcome.kind === 'compared' && outcome.differences.length === 0;
}

function endpointReport(endpoint: string, results: readonly Result[]): EndpointReport {
  const differences = new Map<string, FirstDifference>();
  const problems = new Map<string, FirstProblem>();
  for (const { request, outcome } of results) {
    const text = `${request.method} ${request.path}`;
    if (outcome.kind === 'problem') {
      const key = `${outcome.side} ${outcome.reason}`;
      const { side, reason } = outcome;
      const found = problems.get(key) ?? { side, reason, requests: 0, first: { request: text } };
      problems.set(key, { ...found, requests: found.requests + 1 });
      continue;
    }
    for (const [key, difference] of firstOfEach(outcome.differences)) {
      const { kind, at, because } = difference;
      const found = differences.get(key) ?? {
        kind,
        at,
        ...(because === undefined ? {} : { explanation: explanations[because] }),
        requests: 0,
        first: { request: text, ...valuesOf(difference) },
      };
      differences.set(key, { ...found, requests: found.requests + 1 });
    }
  }
  return { endpoint, ...countsOf(results), differences: [...differences.values()], problems: [...problems.values()] };
}

function firstOfEach(differences: readonly Difference[]): ReadonlyMap<string, Difference> {
  const keyOf = ({ kind, at, because }: Difference) => `${kind} ${at} ${because ?? ''}`;
  return new Map(differences.toReversed().map((difference) => [keyOf(difference), difference]));
}

/** Longer values are cut. */
const MAX_TEXT = 500;

function valuesOf({ old, ours }: Difference): { readonly with?: string; readonly to?: string } {
  return { ...(old === undefined ? {} : { with: textOf(old) }), ...(ours === undefined ? {} : { to: textOf(ours) }) };
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
