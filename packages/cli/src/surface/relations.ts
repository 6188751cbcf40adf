import type { Settings } from '@content-gen/runtime';

import type { Attribute } from '../model/model.js';
import { ownerOf, rightsTo, targetOf } from '../permissions/rights.js';

/**
 * The target of a relation and its uses by a role. Following it needs the right to find the target. The line of a write
 * from the other side of a relation names the attribute of the owner that it changes.
 */
export function relationLine(attribute: Attribute, uses: readonly string[], role: string, settings: Settings): string {
  const target = targetOf(attribute);
  // A role cannot set a relation to documents that it cannot find.
  if (target !== undefined && !rightsTo(settings, role, target).may('find')) return '';
  const shown = uses.flatMap((use) => (use === 'write' ? writeOf(attribute, role, settings) : [use]));
  return shown.length === 0 ? '' : `${target ?? 'any type'}: ${shown.join(', ')}`;
}

/** The owner stores the relation, so the rights to update the owner apply, row by row. */
function writeOf(attribute: Attribute, role: string, settings: Settings): readonly string[] {
  const owner = ownerOf(attribute);
  if (owner === undefined) return ['write'];
  const rights = rightsTo(settings, role, owner.type);
  if (!rights.may('update') || !rights.writes(owner.attribute)) return [];
  const isLimited = rights.where !== undefined || rights.whereTo?.['update'] !== undefined;
  const rows = isLimited ? ' of rows that it may update' : '';
  return [`write (changes ${owner.type}.${owner.attribute}${rows})`];
}
