import type { Migration, Snapshot } from './folder.js';
import { madeTwice, merge } from './merge.js';
import { MigrationProblem } from './problem.js';
import { type State, nothing } from './state.js';

export interface Latest {
  /** The migrations that no other one comes after: none, one, or several that were made on branches. */
  readonly heads: readonly string[];
  readonly state: State;
}

type Planned = Migration & { readonly snapshot: Snapshot };

/** Where all migrations together lead. Branches are brought together as long as they change different things. */
export function latestState(migrations: readonly Migration[]): Latest {
  const planned = new Map(
    migrations.filter((one): one is Planned => one.snapshot !== undefined).map((one) => [one.name, one]),
  );
  const continued = new Set([...planned.values()].flatMap(({ snapshot }) => snapshot.after));
  const heads = [...planned.keys()].filter((name) => !continued.has(name));
  const missing = [...continued].find((name) => !planned.has(name));
  if (missing !== undefined) throw new MigrationProblem(`The migration ${missing}, which others build on, is missing.`);

  let [joined, state]: [string[], State] = [[], nothing];
  for (const head of heads) {
    const next = planned.get(head)!.snapshot.state;
    state = joined.length === 0 ? next : combined(planned, joined, state, head, next);
    joined = [...joined, head];
  }
  return { heads, state };
}

function combined(
  planned: ReadonlyMap<string, Planned>,
  joined: string[],
  state: State,
  head: string,
  next: State,
): State {
  const base = [...ancestors(planned, joined)]
    .filter((name) => ancestors(planned, [head]).has(name))
    .sort()
    .at(-1);
  const from = base === undefined ? nothing : planned.get(base)!.snapshot.state;
  const { value, conflicts: different } = merge<State>(from, state, next);
  const conflicts = [...new Set([...different, ...madeTwice(from.schema, state.schema, next.schema)])];
  if (conflicts.length === 0) return value;
  throw new MigrationProblem(
    `${joined.join(', ')} and ${head} were made side by side, and both change ${conflicts.join(', ')}. ` +
      `Remove the files of the one that no database has applied yet, and create it again.`,
  );
}

function ancestors(planned: ReadonlyMap<string, Planned>, names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    for (const parent of planned.get(name)?.snapshot.after ?? []) {
      if (found.has(parent)) continue;
      found.add(parent);
      visit(parent);
    }
  };
  for (const name of names) visit(name);
  return found;
}
