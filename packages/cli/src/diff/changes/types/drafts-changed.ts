import type { Change, Owner } from '../../change.js';
import { ofOwner } from '../../subjects.js';

/** Draft & publish of a content type. */
export function draftsChanged(type: Owner, isOn: boolean): Change {
  return {
    code: 'drafts-changed',
    severity: 'breaking',
    ...ofOwner(type),
    message: isOn
      ? `${type.name} has drafts, so a document that a client creates is not read until it is published`
      : `${type.name} has no drafts, so what a client saves is public at once, and status and publish are refused`,
    advice: isOn
      ? 'publish after writing (?status=published), and give the right findDraft to those who read drafts'
      : 'publish or remove the drafts first, and release clients that send no status',
  };
}
