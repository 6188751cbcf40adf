import type { Change } from '../../change.js';

/** A migration that databases may have applied, and whose file is another now or is gone. */
export function migrationChanged(file: string, name: string, isGone: boolean): Change {
  return {
    code: 'migration-changed',
    severity: 'breaking',
    affects: 'database',
    subject: `migrations.${name}`,
    place: { span: { file, line: 1, column: 1 }, isOld: isGone },
    message: `the migration ${name} ${isGone ? 'is gone' : 'has another text'}: a database that applied it refuses the rest`,
    advice: 'restore the file, and write the difference as a migration of its own',
  };
}
