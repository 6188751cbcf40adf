import { ContentError } from '../errors.js';
import type { AnyModel } from '../model.js';
import type { Status, Version } from './version.js';

/**
 * Compares `If-Match` with the version that a GET of the same status would show; without such a version, with the draft.
 * Only the beginning of an ETag counts: the rest depends on what was populated.
 */
export function checkIfMatch(
  header: string | undefined,
  model: AnyModel,
  status: Status,
  versions: readonly Version[],
): void {
  if (header === undefined || header.trim() === '') return;
  const shown =
    versions.find((version) => version.status === (model.draftAndPublish ? status : 'published')) ?? versions[0];
  const tags = header.split(',').map((tag) => tag.trim());
  const matches = tags.some(
    (tag) => tag === '*' || /^(?:W\/)?"(\d+)(?:-[^"]*)?"$/.exec(tag)?.[1] === String(shown?.version),
  );
  if (shown === undefined || !matches) {
    throw new ContentError(412, 'PreconditionFailedError', 'The document has changed since');
  }
}
