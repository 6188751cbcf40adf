import { join } from 'node:path';

import type { AllowedChange } from '../config/define.js';
import { locate } from '../config/source-position.js';
import type { Span } from '../diagnostics/diagnostic.js';
import { plannedChanges } from '../migrate/planned.js';
import { type Allowances, allowancesOf } from './allowed.js';
import { type Change, type ChangePlace, severities } from './change.js';
import { compareDatabases } from './compare/database.js';
import { compareMigrations, missingMigration } from './compare/migrations.js';
import { compareStates } from './compare/states.js';
import type { Pair } from './lists.js';
import { type SentRequest, requestsThatMeet, sentTo } from './requests/meets.js';
import { type RecordedRequest, requestText } from './requests/recorded.js';
import { routesOf } from './requests/routes.js';
import type { LoadedState } from './state/load.js';
import type { ProjectState } from './state/state.js';

/** A change with everything that a report says. */
export interface FoundChange extends Omit<Change, 'place' | 'use'>, Span {
  /** Whether the place is in the old state, because the thing is gone. */
  readonly isOld: boolean;
  /** The affected routes: `GET /api/articles`. */
  readonly requests: readonly string[];
  /** The recorded requests that the change affects. */
  readonly recorded: readonly string[];
  readonly allowed?: AllowedChange;
}

export interface Difference {
  /** The breaking changes first. */
  readonly changes: readonly FoundChange[];
  /** Allowances whose last day is over. */
  readonly expired: readonly AllowedChange[];
  /** Allowances that no change needs. */
  readonly unused: readonly AllowedChange[];
}

interface DiffOptions {
  readonly recorded: readonly RecordedRequest[];
  readonly today: Date;
}

/** Finds what changes for clients, roles and the database between two states of a project. */
export async function differenceOf(states: Pair<LoadedState>, options: DiffOptions): Promise<Difference> {
  const all = [...compareStates(states), ...(await databaseChanges(states))];
  const written = states.now.config.allow;
  const allowances = allowancesOf(written, options.today);
  const sent = sentTo(states.before, options.recorded);
  const found = all.map((change) => completed(change, states, sent, allowances));
  return {
    changes: severities.flatMap((severity) => found.filter((change) => change.severity === severity)),
    expired: written.filter(allowances.isExpired),
    unused: allowances.unusedBy(all),
  };
}

/** A project with migrations changes its database by them; another one, by what `serve` and the first migration do. */
async function databaseChanges({ before, now }: Pair<LoadedState>): Promise<readonly Change[]> {
  const planned = await compareDatabases({ before, now });
  const { folder, found } = now.migrations;
  if (found.length === 0 && before.migrations.found.length === 0) return planned;
  const written = compareMigrations({ before: before.migrations, now: now.migrations });
  if (planned.length === 0) return written;
  const { statements } = await plannedChanges(now.config, now.model, join(now.config.root, folder));
  return [...written, ...(statements.length === 0 ? [] : [...missingMigration(statements), ...planned])];
}

function completed(
  change: Change,
  states: Pair<ProjectState>,
  sent: readonly SentRequest[],
  allowances: Allowances,
): FoundChange {
  const { place, use, ...said } = change;
  const routes = use === undefined ? [] : routesOf(use, states);
  const allowed = allowances.of(change);
  return {
    ...said,
    ...located(place, states),
    isOld: place.isOld === true,
    requests: [...new Set(routes.map(({ method, path }) => `${method} ${path}`))],
    recorded: requestsThatMeet(change, sent, states).map(requestText),
    ...(allowed === undefined ? {} : { allowed }),
  };
}

/** Finds a place of the config in the text of its file. */
function located(place: ChangePlace, { before, now }: Pair<ProjectState>): Span {
  if ('span' in place) return place.span;
  const { source } = (place.isOld === true ? before : now).config;
  return source === undefined ? { file: 'package.json', line: 1, column: 1 } : locate(source, place.path);
}
