import { posix } from 'node:path';

import type { Migration } from '../../migrate/folder.js';
import type { Statement } from '../../migrate/plan/statement.js';
import type { Change } from '../change.js';
import { databaseStep } from '../changes/database/database-step.js';
import { migrationChanged } from '../changes/database/migration-changed.js';
import { migrationMissing } from '../changes/database/migration-missing.js';
import { type Pair, compareNamed } from '../lists.js';
import { tableIn } from './database.js';

export interface Migrations {
  /** Relative to the project: `migrations`. */
  readonly folder: string;
  readonly found: readonly Migration[];
}

/** Finds what new migrations do, and migrations that databases may have applied in another form. */
export function compareMigrations({ before, now }: Pair<Migrations>): readonly Change[] {
  const { added, removed, kept } = compareNamed(before.found, now.found);
  const fileOf = (name: string) => posix.join(now.folder, `${name}.sql`);
  return [
    ...removed.map(({ name }) => migrationChanged(fileOf(name), name, true)),
    ...kept
      .filter((pair) => pair.before.hash !== pair.now.hash)
      .map((pair) => migrationChanged(fileOf(pair.now.name), pair.now.name, false)),
    ...added.flatMap(({ name, statements }) =>
      statements.map((statement) => databaseStep(statement, tableIn(statement.sql), { span: startOf(fileOf(name)) })),
    ),
  ];
}

/** Says what the definitions need and no migration has. A project without migrations is not released yet. */
export function missingMigration(statements: readonly Statement[]): readonly Change[] {
  return statements.length === 0 ? [] : [migrationMissing(statements, { path: [] })];
}

function startOf(file: string) {
  return { file, line: 1, column: 1 };
}
