import type { Config } from '../config/index.js';
import type { ContentModel } from '../model/model.js';
import { describeState } from './describe.js';
import { type Migration, readMigrations } from './folder.js';
import { latestState } from './history.js';
import { planChanges } from './plan/plan.js';
import { withRowIds } from './plan/row-ids.js';
import type { Statement } from './plan/statement.js';
import type { State } from './state/state.js';
import { tablesOf } from './state/tables.js';

/** The step from the migrations of a folder to the definitions. */
export interface PlannedChanges {
  readonly migrations: readonly Migration[];
  /** The last migrations: several after work on branches. */
  readonly heads: readonly string[];
  readonly from: State;
  readonly to: State;
  readonly statements: readonly Statement[];
}

/** Plans the next migration. */
export async function plannedChanges(config: Config, model: ContentModel, folder: string): Promise<PlannedChanges> {
  const migrations = await readMigrations(folder);
  const { heads, state: from } = latestState(migrations);
  const tables = await tablesOf(config, model);
  const described = await describeState(tables, model, config.settings.locales.default);
  const to = withRowIds(from, described);
  return { migrations, heads, from, to, statements: await planChanges(from, to, { online: true }) };
}
