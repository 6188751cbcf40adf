import type { Config } from '../config/index.js';
import type { ContentModel } from '../model/model.js';
import { findDrift } from './drift.js';
import { readJournal } from './journal.js';
import { definedState } from './planned.js';
import { planChanges } from './plan/plan.js';
import { firstLine } from './plan/statement.js';
import { whileReading } from './session.js';

/** How the tables of a database differ from the definitions. */
interface SchemaComparison {
  /** Whether content-gen has ever changed the database. */
  readonly isEmpty: boolean;
  /** The statements that the definitions need and the database has not run. */
  readonly missing: readonly string[];
  /** Changes of the tables that content-gen did not make. */
  readonly drift: readonly string[];
  /** The names of indexes that the database cannot have. */
  readonly leftOut: readonly string[];
}

/** Compares the definitions with a database. Changes nothing. */
export async function compareSchema(url: string, config: Config, model: ContentModel): Promise<SchemaComparison> {
  const wanted = await definedState(config, model);
  return whileReading(url, async (sql) => {
    const { current } = await readJournal(sql);
    if (current === undefined) return { isEmpty: true, missing: [], drift: [], leftOut: [] };
    const { drift, leftOut } = await findDrift(sql, current.state.schema);
    const missing = await planChanges(current.state, wanted, { online: true });
    return { isEmpty: false, missing: missing.map((statement) => firstLine(statement.sql)), drift, leftOut };
  });
}
