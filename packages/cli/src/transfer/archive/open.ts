import type { Source } from '../source.js';
import type { StrapiReaders } from '../strapi-readers.js';
import { type ArchiveFile, entriesOf } from './tar.js';

/** Opens an archive by its content: the first entry of an export of content-gen names its format. */
export async function openArchive(archive: ArchiveFile, readers: () => Promise<StrapiReaders>): Promise<Source> {
  for await (const { path } of entriesOf(archive)) {
    if (path === 'content-gen.json') return (await import('./export-source.js')).openExport(archive);
    break;
  }
  return (await readers()).openArchive(archive);
}
