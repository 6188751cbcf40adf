import type { Change } from '../../change.js';
import { ofRole } from '../../subjects.js';
import { verbsOfActions } from '../../verbs.js';

/** Actions that a role may not do any more. */
export function actionRemoved(role: string, type: string, actions: readonly string[], isGone: boolean): Change {
  const drafts = actions.includes('findDraft') ? ', and reads no drafts' : '';
  return {
    code: 'action-removed',
    severity: 'breaking',
    ...ofRole(
      ['permissions', role, type],
      { owner: type, verbs: verbsOfActions(actions) },
      ['permissions', role, type],
      isGone,
    ),
    message: `${role} may not ${actions.join(', ')} ${type} any more${drafts}`,
    advice: 'look for the clients of this role first',
  };
}
