import { type GrantedAction, grantedActions } from 'content-gen/tools';

import type { Stored, StoredRole, StoredToken } from '../stored.js';
import type { Finding } from '../finding.js';
import type { TypePiece } from '../survey/pieces.js';
import type { Surveyor } from '../survey/surveyor.js';
import { corePath } from '../translation/core-path.js';
import { type Preview, type Proposal, grant } from './proposal.js';

/** Proposes roles, permissions, locales and settings of users as Strapi has them. */
export function proposeStored(stored: Stored, place: string, surveyor: Surveyor, proposal: Proposal): void {
  proposal.isFromPanel = true;
  for (const role of stored.roles) {
    const base = { kind: 'permission', file: role.file ?? place, line: 1 } as const;
    const foreign = role.actions.filter((action) => !grantAction(role, action, surveyor, proposal));
    const note = `${role.actions.length - foreign.length} of ${role.actions.length} actions are in the config`;
    surveyor.findings.push({ ...base, outcome: 'translated', name: `role ${role.type}`, note });
    surveyor.findings.push(
      ...foreign.map((action): Finding => ({
        ...base,
        outcome: 'hand',
        name: `${role.type}: ${action}`,
        note: 'check this right in the route of your own',
      })),
    );
    if (role.type !== 'public' && role.type !== 'authenticated') {
      proposal.users.roles = {
        ...proposal.users.roles,
        [role.type]: { name: role.name, description: role.description },
      };
    }
  }
  proposal.previews.push(...stored.tokens.flatMap((token) => previewOf(token, surveyor)));
  const { locales, defaultLocale, users } = stored;
  if (locales.length > 0) {
    proposal.locales = { default: defaultLocale ?? locales[0] ?? 'en', all: locales };
    const name = `locales ${locales.join(', ')}`;
    surveyor.findings.push({ outcome: 'translated', kind: 'setting', file: place, line: 1, name });
  }
  if (users['email_confirmation'] === true) proposal.users.emailConfirmation = true;
  if (typeof users['default_role'] === 'string' && users['default_role'] !== 'authenticated')
    proposal.users.defaultRole = users['default_role'];
  const reset = users['email_reset_password'];
  if (typeof reset === 'string' && URL.canParse(reset))
    proposal.users.links = { ...proposal.users.links, resetPassword: reset };
}

/** Grants an action that exists here, and returns whether it exists. */
function grantAction({ type: role }: StoredRole, right: string, { types }: Surveyor, proposal: Proposal): boolean {
  const granted = grantedHere(right, types);
  for (const { type, action } of granted) grant(proposal, role, type, action);
  return granted.length > 0;
}

/** What a right of Strapi allows here. A type that became a single type may still have rights to its former list. */
function grantedHere(right: string, types: readonly TypePiece[]): readonly GrantedAction[] {
  const granted = grantedActions(right, (owner) => types.find(({ uid }) => uid === owner)?.name);
  return granted.filter(({ action }) => {
    const own = types.find(({ uid }) => right === `${uid}.${action}`);
    return own === undefined || corePath(own, action) !== undefined;
  });
}

/** A custom token that may read a type with drafts. All other kinds of tokens read drafts here, too. */
function previewOf({ name, type, actions }: StoredToken, { types }: Surveyor): readonly Preview[] {
  if (type !== 'custom') return [];
  const granted = actions.flatMap((right) => grantedHere(right, types));
  const drafts = types
    .filter(({ name: own, hasDrafts }) => hasDrafts && granted.some((each) => each.type === own && isRead(each.action)))
    .map((each) => `${each.name}.findDraft`);
  const all = [...granted.map((each) => `${each.type}.${each.action}`), ...drafts];
  return drafts.length === 0 ? [] : [{ token: name, actions: all }];
}

/** Whether an action reads documents. Strapi shows drafts to everyone with the right to such an action. */
export function isRead(action: string): boolean {
  return action === 'find' || action === 'findOne';
}
