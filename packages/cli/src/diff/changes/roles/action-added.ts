import type { Change } from '../../change.js';
import { ofRole } from '../../subjects.js';
import { verbsOfActions } from '../../verbs.js';

/** Actions that a role may do from now on. */
export function actionAdded(role: string, type: string, actions: readonly string[]): Change {
  const drafts = actions.includes('findDraft') ? ', so it reads drafts, too' : '';
  return {
    code: 'action-added',
    severity: 'dangerous',
    ...ofRole(['permissions', role, type], { owner: type, verbs: verbsOfActions(actions) }),
    message: `${role} may ${actions.join(', ')} ${type}${drafts}`,
    advice: 'check that the role must do this, with all rows and attributes that its limits leave',
  };
}
