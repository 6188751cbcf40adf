import pc from 'picocolors';
import { plural, type Terminal } from 'content-gen/tools';

import type { EndpointReport, FirstDifference, FirstProblem, ComparisonReport } from '../compare/report.js';

/** The text of a report: each endpoint with the first difference of each kind, then the numbers. */
export function renderComparison(report: ComparisonReport, options: { readonly color: boolean }): readonly string[] {
  const paint = pc.createColors(options.color);
  const partial = `${report.partial} of the equal answers: pages without sort, compared by the documents that both pages have.`;
  return [
    ...report.endpoints.flatMap((endpoint) => endpointLines(endpoint, paint)),
    '',
    `${plural(report.requests, 'request')}: ${report.equal} equal, ${report.explained} explained, ${report.different} different, ${report.notCompared} not compared.`,
    ...(report.partial > 0 ? [partial] : []),
  ];
}

type Paint = ReturnType<typeof pc.createColors>;

function endpointLines(endpoint: EndpointReport, paint: Paint): readonly string[] {
  const { requests, equal, explained, different, differences, problems } = endpoint;
  const mark =
    different > 0
      ? paint.red('different')
      : problems.length > 0
        ? paint.yellow('not all')
        : paint.green(explained > 0 ? 'explained' : 'equal');
  return [
    `${paint.bold(endpoint.endpoint)}  ${mark}  ${equal} of ${plural(requests, 'request')} equal`,
    ...differences.flatMap((difference) => differenceLines(difference, paint)),
    ...problems.flatMap((problem) => problemLines(problem, paint)),
  ];
}

function differenceLines(difference: FirstDifference, paint: Paint): readonly string[] {
  const { kind, at, requests, first, explanation } = difference;
  const place = at === '' ? '' : ` at ${at}`;
  return [
    `  ${explanation === undefined ? paint.red(kind) : paint.yellow(`${kind} (explained)`)}${place}, in ${plural(requests, 'request')}; the first:`,
    `    ${paint.dim(first.request)}`,
    ...(first.with === undefined ? [] : [`    old: ${cut(first.with)}`]),
    ...(first.to === undefined ? [] : [`    new: ${cut(first.to)}`]),
    ...(explanation === undefined ? [] : [`    why: ${explanation}`]),
  ];
}

function problemLines({ side, reason, requests, first }: FirstProblem, paint: Paint): readonly string[] {
  const server = side === 'with' ? 'the old server' : 'the new server';
  return [
    `  ${paint.yellow('not compared')}: ${server} ${reason}, in ${plural(requests, 'request')}; the first:`,
    `    ${paint.dim(first.request)}`,
  ];
}

/** Longer values are cut, because a terminal would break them over many lines. */
const MAX_TEXT = 160;

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

/** Shows the progress on an interactive terminal. */
export function comparisonProgress(terminal: Terminal, { json = false }: { readonly json?: boolean }) {
  return (done: number, total: number, different: number): void => {
    if (json || !terminal.interactive) return;
    terminal.progress(done === total ? '' : `Compared ${done} of ${plural(total, 'request')}, ${different} different`);
  };
}
