import type { Config } from '../config/index.js';
import type { ContentModel } from '../model/model.js';
import { describeState } from './describe.js';
import { type Migration, readMigrations } from './folder.js';
import { latestState } from './history.js';
import { refuseOccupiedNames } from './plan/occupied-names.js';
import { withOldNames } from './plan/old-names.js';
import { planChanges } from './plan/plan.js';
import { withRowIds } from './plan/row-ids.js';
import { type MigrationStep, widenIds } from './plan/wide-ids.js';
import type { Statement } from './plan/statement.js';
import type { State } from './state/state.js';
import { tablesOf } from './state/tables.js';

/** The way from the migrations of a folder to the definitions. */
export interface PlannedChanges {
  readonly migrations: readonly Migration[];
  /** The last migrations: several after work on branches. */
  readonly heads: readonly string[];
  /** One step, unless a change needs several migrations. */
  readonly steps: readonly MigrationStep[];
  /** The statements of all steps. */
  readonly statements: readonly Statement[];
}

interface PlannedOptions {
  /** Whether the old columns of renamed attributes stay beside the new ones. */
  readonly keepOldNames?: boolean;
  /** Whether to give the row ids of existing tables 64 bits, and nothing else. */
  readonly wideIds?: boolean;
}

/** Plans the next migration. */
export async function plannedChanges(
  config: Config,
  model: ContentModel,
  folder: string,
  { keepOldNames = false, wideIds = false }: PlannedOptions = {},
): Promise<PlannedChanges> {
  const migrations = await readMigrations(folder);
  const { heads, state: from } = latestState(migrations);
  const described = await definedState(config, model);
  const kept = withRowIds(from, described);
  refuseOccupiedNames(from.model, described.model);
  const steps = wideIds
    ? await widenIds(from, described)
    : [await stepTo(heads, from, keepOldNames ? withOldNames(from, kept) : kept)];
  return { migrations, heads, steps, statements: steps.flatMap(({ statements }) => statements) };
}

/** The state that the definitions require. */
export async function definedState(config: Config, model: ContentModel): Promise<State> {
  return describeState(await tablesOf(config, model), model, config.settings.locales.default);
}

async function stepTo(heads: readonly string[], from: State, to: State): Promise<MigrationStep> {
  const statements = await planChanges(from, to, { online: true });
  return { title: heads.length === 0 ? 'init' : statements.length === 0 ? 'merge' : 'change', from, to, statements };
}
