import { expect, test } from 'vitest';

import { statement } from '../../../migrate/plan/statement.js';
import { databaseStep } from './database-step.js';

const place = { path: [] };

test.each([
  ['safe', 'database-changes', 'safe', 'a reason (SELECT 1)'],
  ['locks', 'database-locks', 'dangerous', 'locks: a reason (SELECT 1)'],
  ['rewrites', 'database-rewrites', 'dangerous', 'rewrites: a reason (SELECT 1)'],
  ['loses data', 'database-loses-data', 'breaking', 'loses data: a reason (SELECT 1)'],
] as const)('a statement that is "%s" is %s', (effect, code, severity, message) => {
  const change = databaseStep(statement(effect, 'a reason', 'SELECT 1'), 'articles', place);
  expect(change).toMatchObject({ code, severity, message, affects: 'database', subject: 'database.articles' });
});
