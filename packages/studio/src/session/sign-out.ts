import { confirm } from '../design/confirm.js';
import { hasUnsaved } from '../design/leaving.js';
import { hasKeptChanges, signOut } from './session.js';

/** Signs out, after a question if that deletes changes. */
export async function askToSignOut(): Promise<void> {
  const question = {
    title: 'Sign out and delete unsaved changes?',
    text: 'Changes that you have not saved are deleted from this browser.',
    confirm: 'Sign out',
    danger: true,
  };
  if (!(hasUnsaved() || hasKeptChanges()) || (await confirm(question))) await signOut();
}
