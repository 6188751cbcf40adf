import { expect, test } from 'vitest';

import { statement } from '../../../migrate/plan/statement.js';
import { migrationMissing } from './migration-missing.js';

test('what no migration has is breaking, with its first statement and the number of the others', () => {
  const statements = ['ALTER TABLE "a"', 'SELECT 2', 'SELECT 3'].map((sql) => statement('safe', '', sql));
  const change = migrationMissing(statements, { path: [] });
  expect(change).toMatchObject({ code: 'migration-missing', severity: 'breaking', affects: 'database' });
  expect(change.message).toContain('ALTER TABLE "a" and 2 more');
});
