import { MigrationProblem } from '../problem.js';
import type { ModelState } from '../state/state.js';
import { type Renamable, namesBefore, renamedComponents } from './renames.js';

type Named = Readonly<Record<string, Renamable>>;

/**
 * Refuses a new `renamedFrom` of something that exists already: nothing would be renamed, and the content under the
 * former name would be dropped. A `renamedFrom` that the last state has, too, is done.
 */
export function refuseOccupiedNames(old: ModelState, next: ModelState): void {
  refuse(old.types, next.types, '');
  refuse(old.components, next.components, '');
  for (const [name, former] of namesBefore(old.types, next.types)) {
    refuse(old.types[former]?.attributes, next.types[name]?.attributes, `${name}.`);
  }
  const components = renamedComponents(old, next);
  for (const [name, { attributes }] of Object.entries(next.components)) {
    refuse(old.components[components.get(name) ?? name]?.attributes, attributes, `${name}.`);
  }
}

function refuse(old: Named = {}, next: Named = {}, owner: string): void {
  for (const [name, { renamedFrom }] of Object.entries(next)) {
    if (renamedFrom === undefined || old[renamedFrom] === undefined || old[name] === undefined) continue;
    if (old[name].renamedFrom === renamedFrom) continue;
    throw new MigrationProblem(
      `${owner}${name} has renamedFrom: '${renamedFrom}', but both exist already, so nothing would be renamed, and the ` +
        `content of ${owner}${renamedFrom} would be lost. Remove ${owner}${name} first, in a migration of its own. ` +
        `Or remove renamedFrom, if ${owner}${renamedFrom} shall go.`,
    );
  }
}
