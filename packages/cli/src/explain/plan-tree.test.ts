import { expect, test } from 'vitest';

import { type PlanNode, planLines } from './plan-tree.js';

const node = (type: string, ms: number, more: Partial<PlanNode> = {}): PlanNode => ({
  'Node Type': type,
  'Actual Rows': 1,
  'Actual Loops': 1,
  'Actual Total Time': ms,
  'Plan Rows': 1,
  ...more,
});

test('the time of a node is without the nodes that it reads from', () => {
  const scan = node('Seq Scan', 3, { 'Relation Name': 'articles', 'Actual Loops': 2, Filter: '(views > 5)' });
  const lines = planLines(node('Sort', 10, { 'Sort Key': ['title'], Plans: [scan] }));
  expect(lines).toMatchObject([
    { depth: 0, text: 'Sort by title', ms: 4, loops: 1, isSlowest: false },
    { depth: 1, text: 'Seq Scan on articles', ms: 6, loops: 2, isSlowest: true, conditions: ['Filter: (views > 5)'] },
  ]);
});

test('a CTE counts once: for itself, and not for the scan that waits for it', () => {
  const cte = node('Seq Scan', 8, { 'Subplan Name': 'CTE page', 'Relation Name': 'articles' });
  const scan = node('CTE Scan', 9, { 'CTE Name': 'page' });
  const lines = planLines(node('Aggregate', 10, { Plans: [cte, scan] }));
  expect(lines.map(({ text, ms, isSlowest }) => [text, ms, isSlowest])).toEqual([
    ['Aggregate', 1, false],
    ['CTE page: Seq Scan on articles', 8, true],
    ['CTE Scan on page', 1, false],
  ]);
});
