import { resolve } from 'node:path';

import type { ContentModel } from '../model/model.js';
import { isDatabase, isUrl } from './address.js';
import { openArchive } from './archive/open.js';
import type { Source } from './source.js';
import type { StrapiReaders } from './strapi-readers.js';

export interface SourceOptions {
  /** Where relative paths start: the folder of the project. */
  readonly root: string;
  /** The components of the project, whose schemas a database of Strapi does not have. */
  readonly model: ContentModel;
  readonly key?: string | undefined;
  /** Loads the readers of Strapi's formats. Only a source in such a format calls this function. */
  readonly readers: () => Promise<StrapiReaders>;
}

/** Opens an archive, or the database of a Strapi project: the address of the database, or the path of a SQLite file. */
export async function openSource(given: string, { root, model, key, readers }: SourceOptions): Promise<Source> {
  const address = isUrl(given) ? given : resolve(root, given);
  if (!(await isDatabase(address))) return openArchive({ path: address, key }, readers);
  return (await readers()).openDatabase({ address, root, model });
}
