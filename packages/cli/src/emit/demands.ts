import type { Demands } from '../attributes/kind.js';
import type { ContentType } from '../model/model.js';

export function demandsOf({ draftAndPublish }: ContentType): Demands {
  return { requiredIsPresent: !draftAndPublish, ofEntries: false };
}

export const demandsOfEntries: Demands = { requiredIsPresent: false, ofEntries: true };

/** For generated files that have no attributes. */
export const noDemands: Demands = { requiredIsPresent: false, ofEntries: false };
