import type { Settings } from '@content-gen/runtime';

import type { Attribute, ContentType } from '../model/model.js';
import { ownerOf, rightsTo, targetOf } from '../permissions/rights.js';

/**
 * The target of a relation and its uses by a role. Following it needs the right to find the target. The line of a write
 * from the other side of a relation names the attribute of the owner that it changes.
 */
export function relationLine(attribute: Attribute, uses: readonly string[], holder: Holder): string {
  const { role, settings } = holder;
  const target = targetOf(attribute);
  // A role cannot set a relation to documents that it cannot find.
  if (target !== undefined && !rightsTo(settings, role, target).may('find')) return '';
  const shown = uses.flatMap((use) => (use === 'write' ? writeOf(attribute, holder) : [use]));
  return shown.length === 0 ? '' : `${target ?? 'any type'}: ${shown.join(', ')}`;
}

/** The type that has the attribute, for a role. */
interface Holder {
  readonly role: string;
  /** Absent if a write of the type never is a write of drafts. */
  readonly type?: Pick<ContentType, 'draftAndPublish'>;
  readonly settings: Settings;
}

/** The owner stores the relation, so the rights to update the owner apply, row by row. */
function writeOf(attribute: Attribute, { role, type, settings }: Holder): readonly string[] {
  const owner = ownerOf(attribute);
  if (owner === undefined) return ['write'];
  const rights = rightsTo(settings, role, owner.type);
  const right = rights.rightTo('update');
  if (right === undefined || !rights.writes(owner.attribute)) return [];
  const drafts = right === 'update' ? '' : 'drafts of ';
  // A write of a type without drafts changes all versions of the owners.
  if (drafts !== '' && type?.draftAndPublish !== true) return [];
  const isLimited = rights.where !== undefined || rights.whereTo?.[right] !== undefined;
  const rows = isLimited ? ' of rows that it may update' : '';
  return [`write (changes ${drafts}${owner.type}.${owner.attribute}${rows})`];
}
