import type { Migration, MigrationSnapshot } from './folder.js';
import { madeTwice, merge } from './state/merge.js';
import { MigrationProblem } from './problem.js';
import { type State, emptyState } from './state/state.js';

interface Latest {
  /** The migrations without a child: none, one, or several after work on branches. */
  readonly heads: readonly string[];
  readonly state: State;
}

type Known = ReadonlyMap<string, MigrationSnapshot>;

/** The state after all migrations. Branches are merged if they change different things. */
export function latestState(migrations: readonly Migration[]): Latest {
  const known = new Map(migrations.flatMap(({ name, snapshot }) => (snapshot === undefined ? [] : [[name, snapshot]])));
  const continued = new Set([...known.values()].flatMap(({ after }) => after));
  const heads = [...known.keys()].filter((name) => !continued.has(name));
  return { heads, state: joinedState(known, heads) };
}

/** The state after the given migrations. */
export function joinedState(known: Known, names: readonly string[]): State {
  let [joined, state]: [string[], State] = [[], emptyState];
  for (const name of names) {
    const next = known.get(name)?.state;
    if (next === undefined)
      throw new MigrationProblem(`The migration ${name} is missing, but later migrations need it. Restore its files.`);
    state = joined.length === 0 ? next : combined(known, joined, state, name, next);
    joined = [...joined, name];
  }
  return state;
}

function combined(known: Known, joined: string[], state: State, head: string, next: State): State {
  const base = [...ancestors(known, joined)]
    .filter((name) => ancestors(known, [head]).has(name))
    .sort()
    .at(-1);
  const from = known.get(base ?? '')?.state ?? emptyState;
  const { value, conflicts: different } = merge<State>(from, state, next);
  const conflicts = [...new Set([...different, ...madeTwice(from.schema, state.schema, next.schema)])];
  if (conflicts.length === 0) return value;
  throw new MigrationProblem(
    `${joined.join(', ')} and ${head} were created on parallel branches, and both change ${conflicts.join(', ')}. ` +
      `Delete the files of the one that no database has applied yet, and create it again.`,
  );
}

function ancestors(known: Known, names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    for (const parent of known.get(name)?.after ?? []) {
      if (found.has(parent)) continue;
      found.add(parent);
      visit(parent);
    }
  };
  for (const name of names) visit(name);
  return found;
}
