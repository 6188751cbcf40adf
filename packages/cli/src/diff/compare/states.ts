import type { Change } from '../change.js';
import type { Pair } from '../lists.js';
import type { ProjectState } from '../state/state.js';
import { compareOwners } from './owners.js';
import { compareRoles } from './roles.js';
import { compareSettings } from './settings.js';
import { compareTokens } from './tokens.js';

/** Everything that clients and roles notice between two states of a project. */
export function compareStates(states: Pair<ProjectState>): readonly Change[] {
  const settings = { before: states.before.config.settings, now: states.now.config.settings };
  return [
    ...compareOwners(states),
    ...compareSettings(settings),
    ...compareRoles(states),
    ...compareTokens({ before: settings.before.tokens, now: settings.now.tokens }),
  ];
}
