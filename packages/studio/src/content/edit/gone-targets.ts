import { Failure } from '../../failure.js';
import { api } from '../../data/request.js';
import { type NamedRecord, isFile, namedIn, withoutGone } from '../form/gone.js';
import type { FileRecord, FormValues } from '../form/value.js';

/** The values of a form, and those that its body is compared with. */
export interface Versions {
  readonly after: FormValues;
  readonly before: FormValues | undefined;
}

/**
 * Writes a form without the documents and files that another person deleted meanwhile. The API refuses a body that
 * names such a document or file, and so would refuse every save, also a save that removes the name. Calls `onGone` with
 * the documents and files that are left out.
 */
export async function writeWithoutGone<Answer>(
  versions: Versions,
  write: (versions: Versions) => Promise<Answer>,
  onGone: (gone: readonly NamedRecord[]) => void,
): Promise<Answer & { readonly sent: FormValues }> {
  try {
    return { ...(await write(versions)), sent: versions.after };
  } catch (error) {
    const gone = await goneIn(versions, error);
    if (gone.length === 0) throw error;
    onGone(gone);
    const left = (values: FormValues) => withoutGone(values, isOneOf(gone));
    const { after, before } = versions;
    return writeWithoutGone({ after: left(after), before: before && left(before) }, write, onGone);
  }
}

export function isOneOf(gone: readonly NamedRecord[]): (item: NamedRecord) => boolean {
  const ids = new Set(gone.map(idOf));
  return (item) => ids.has(idOf(item));
}

function idOf(item: NamedRecord): string | number {
  return isFile(item) ? item.id : item.documentId;
}

/**
 * The documents and files that the API does not find. The message of the API names a missing document, but no missing
 * file.
 */
async function goneIn({ after, before = {} }: Versions, error: unknown): Promise<readonly NamedRecord[]> {
  if (!(error instanceof Failure) || error.status !== 400) return [];
  const named = [...namedIn(after), ...namedIn(before)];
  const document = named.find((item) => !isFile(item) && error.message.includes(`"${item.documentId}"`));
  if (document !== undefined) return [document];
  const files = named.filter(isFile);
  return error.message.includes('plugin::upload.file') && files.length > 0 ? missingFiles(files) : [];
}

async function missingFiles(files: readonly FileRecord[]): Promise<readonly FileRecord[]> {
  const ids = [...new Set(files.map(({ id }) => id))];
  const found = await api<readonly FileRecord[]>('/upload/files', {
    query: { filters: { id: { $in: ids } }, pagination: { limit: ids.length } },
  });
  return files.filter(({ id }) => !found.some((each) => each.id === id));
}
