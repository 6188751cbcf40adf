import { definedState } from '../../migrate/planned.js';
import { planChanges } from '../../migrate/plan/plan.js';
import type { Change, ChangePlace } from '../change.js';
import { databaseStep } from '../changes/database/database-step.js';
import type { Pair } from '../lists.js';
import type { ProjectState } from '../state/state.js';

/** Finds what the database has to change, with the planner of migrations. */
export async function compareDatabases({ before, now }: Pair<ProjectState>): Promise<readonly Change[]> {
  // Today's packages describe both states, so that another version of drizzle is no difference.
  const former = { ...before.config, root: now.config.root };
  const [from, to] = [await definedState(former, before.model), await definedState(now.config, now.model)];
  const places = new Map([...placesOf(before, true), ...placesOf(now, false)]);
  return (await planChanges(from, to, { online: true })).map((statement) => {
    const table = tableIn(statement.sql);
    return databaseStep(statement, table, places.get(table) ?? { path: [] });
  });
}

/** The definition of each table. */
function placesOf({ model }: ProjectState, isOld: boolean): readonly (readonly [string, ChangePlace])[] {
  return model.contentTypes.map(({ table, span }) => [table, { span, ...(isOld ? { isOld } : {}) }]);
}

/** The table that a statement changes: behind TABLE or UPDATE, or behind ON of an index. */
export function tableIn(sql: string): string {
  const [, named] =
    /\b(?:TABLE|UPDATE|INTO|FROM|ON)\s+(?:ONLY\s+|IF\s+(?:NOT\s+)?EXISTS\s+)*(?:"public"\.)?"([^"]+)"/.exec(sql) ?? [];
  return named ?? 'all tables';
}
