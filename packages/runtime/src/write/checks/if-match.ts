import { ContentError } from '../../errors/index.js';
import type { AnyModel } from '../../model/index.js';
import type { Status, Version } from '../targets/target.js';

/**
 * Compares `If-Match` with the version that a GET of the same status shows; with the draft where there is none. Only the
 * beginning of an ETag counts, because its rest depends on `populate`.
 */
export function checkIfMatch(
  header: string | undefined,
  model: AnyModel,
  status: Status,
  versions: readonly Version[],
): void {
  if (header === undefined || header.trim() === '') return;
  const ofStatus = versions.filter((version) => version.status === (model.draftAndPublish ? status : 'published'));
  // A request that concerns all locales has several.
  const shown = ofStatus.length > 0 ? ofStatus : versions.slice(0, 1);
  const tags = header.split(',').map((tag) => tag.trim());
  const matches = tags.some((tag) => tag === '*' || shown.some(({ version }) => versionIn(tag) === String(version)));
  if (shown.length === 0 || !matches) {
    throw new ContentError(412, 'PreconditionFailedError', 'The document has changed since');
  }
}

function versionIn(tag: string): string | undefined {
  return /^(?:W\/)?"(\d+)(?:-[^"]*)?"$/.exec(tag)?.[1];
}
