import pc from 'picocolors';

import type { Explained } from '../explain/explain.js';
import { understood } from './understood.js';

/** The text of an explanation, section by section. */
export function renderExplanation(explained: Explained, options: { readonly color: boolean }): readonly string[] {
  const paint = pc.createColors(options.color);
  const { request, role, parameters, decisions, refusal, sql, plan, advice } = explained;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', paint.bold(title), ...lines.map((line) => `  ${line}`)];
  const query = request.query === '' ? '' : `?${request.query}`;
  return [
    `${paint.bold(`GET ${request.path}${query}`)} as ${role}`,
    ...section('Understood', parameters === undefined ? [] : understood(request, parameters)),
    ...section(
      'Permissions',
      decisions.map(({ text, allowed, at }) => {
        const line = allowed ? text : paint.red(text);
        return at === undefined ? line : `${line}  ${paint.dim(at)}`;
      }),
    ),
    ...section(
      'Answer',
      refusal === undefined ? [] : [paint.red(`${refusal.status} ${refusal.name}: ${refusal.message}`)],
    ),
    ...section('SQL', sql === undefined ? [] : [...sql.text.split('\n'), ...sql.values.map(valueLine)]),
    ...section('Plan', plan === undefined ? [] : planText(plan, paint)),
    ...section(
      'Indexes to add',
      advice.flatMap(({ reason, sql: statement, option }) => [
        `${reason}. Add to ${option?.file ?? 'a migration'}:`,
        paint.green(option?.text ?? statement),
      ]),
    ),
  ];
}

function valueLine(value: unknown, index: number): string {
  return `-- $${index + 1} = ${JSON.stringify(value)}`;
}

function planText(
  { lines, planningMs, executionMs }: NonNullable<Explained['plan']>,
  paint: ReturnType<typeof pc.createColors>,
): readonly string[] {
  const rows = lines.map(({ depth, text, ms, rows, expectedRows, removedRows, isSlowest }) => {
    const removed = removedRows === undefined ? '' : `, ${removedRows} removed by the filter`;
    const line = `${'  '.repeat(depth)}${text}  ${ms.toFixed(2)} ms, ${rows} rows (expected ${expectedRows})${removed}`;
    return isSlowest ? paint.yellow(`${line}  ← slowest`) : line;
  });
  return [`planned in ${planningMs.toFixed(2)} ms, run in ${executionMs.toFixed(2)} ms`, ...rows];
}
