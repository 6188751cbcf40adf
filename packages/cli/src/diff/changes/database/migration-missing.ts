import { type Statement, firstLine } from '../../../migrate/plan/statement.js';
import type { Change, ChangePlace } from '../../change.js';

/** What the definitions need of the database and no migration of the project does. */
export function migrationMissing(statements: readonly Statement[], place: ChangePlace): Change {
  const [first] = statements;
  const others = statements.length > 1 ? ` and ${statements.length - 1} more` : '';
  return {
    code: 'migration-missing',
    severity: 'breaking',
    affects: 'database',
    subject: 'migrations',
    place,
    message: `no migration has what the definitions need: ${firstLine(first?.sql ?? '')}${others}`,
    advice: 'run "content-gen migrate create" and commit the migration',
  };
}
