import { expect, test } from 'vitest';

import { migrationChanged } from './migration-changed.js';

test('a migration with another text breaks databases that applied it', () => {
  const change = migrationChanged('migrations/1_init.sql', '1_init', false);
  expect(change).toMatchObject({ code: 'migration-changed', severity: 'breaking', subject: 'migrations.1_init' });
  expect(change.message).toContain('has another text');
});

test('the place of a migration that is gone is in the old state', () => {
  const { place, message } = migrationChanged('migrations/1_init.sql', '1_init', true);
  expect(place).toEqual({ span: { file: 'migrations/1_init.sql', line: 1, column: 1 }, isOld: true });
  expect(message).toContain('is gone');
});
