import type { Finding } from '../finding.js';
import type { Stored } from '../stored.js';
import type { Surveyor } from '../survey/surveyor.js';
import type { Synced } from '../synced.js';
import { proposeStored } from './permissions.js';
import type { Proposal } from './proposal.js';

/** What the admin panel of Strapi wrote, and the name of its database or archive. */
interface Panel {
  readonly name: string;
  readonly content: Stored;
}

/** Proposes the settings of the admin panel: from the database if one was given, or else from the files of config-sync. */
export function proposePanel(surveyor: Surveyor, proposal: Proposal, given: Panel | undefined): void {
  const { synced } = surveyor;
  if (given !== undefined) {
    proposeStored(given.content, given.name, surveyor, proposal);
    surveyor.findings.push(...webhooksOf(given), ...viewsOf(given));
  } else if (synced !== undefined) proposeStored(synced.stored, synced.folder, surveyor, proposal);
  if (synced !== undefined) surveyor.findings.push(syncedFinding(synced, given));
}

/**
 * The files of config-sync are hundreds, and most of them are layouts, so the report has one line for all these files.
 */
function syncedFinding({ folder, files, stored }: Synced, given: Panel | undefined): Finding {
  const { roles, locales, views } = stored;
  const rest = files.length - roles.length - locales.length - views.length;
  const read = `${counted(roles.length, 'role')} and ${counted(locales.length, 'locale')} are in the config`;
  const notes = [
    given === undefined ? read : `the permissions of ${given.name} are in the config instead`,
    ...(views.length > 0 && given === undefined ? [`${counted(views.length, 'view')}: ${VIEWS}`] : []),
    ...(rest > 0 ? [`${counted(rest, 'other file')} of the admin panel`] : []),
  ];
  const name = `${counted(files.length, 'file')} of config-sync`;
  const outcome = given === undefined ? 'translated' : 'unused';
  return { outcome, kind: 'setting', file: folder, line: 1, name, note: notes.join('; ') };
}

const VIEWS = 'what differs from the views that Strapi makes itself is in studio of the schemas';

function viewsOf({ name: file, content }: Panel): readonly Finding[] {
  const { length } = content.views;
  if (length === 0) return [];
  return [{ outcome: 'translated', kind: 'admin', file, line: 1, name: `${counted(length, 'view')}`, note: VIEWS }];
}

/** The address of a webhook often is a secret, so the report has only the host. */
function webhooksOf({ name: file, content }: Panel): readonly Finding[] {
  return content.webhooks.map(({ name, url, events, isEnabled }) => {
    const host = URL.canParse(url) ? new URL(url).host : 'an address without a host';
    const note = `it told ${host} about ${events.join(', ') || 'nothing'}; send this request from middleware after a write`;
    const base = { kind: 'webhook', file, line: 1 } as const;
    if (!isEnabled) return { ...base, outcome: 'unused', name: `${name} (disabled)` };
    return { ...base, outcome: 'hand', effect: 'optional', name, note };
  });
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
