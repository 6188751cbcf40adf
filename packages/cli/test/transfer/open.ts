/** Opens sources of any format, with the readers of @content-gen/strapi. */
import type { ArchiveFile } from '../../src/transfer/archive/tar.js';
import { openArchive as openWith } from '../../src/transfer/archive/open.js';
import { type SourceOptions, openSource as openSourceWith } from '../../src/transfer/open.js';
import type { Source } from '../../src/transfer/source.js';
import { readers } from '../../../strapi/src/readers/readers.js';

export function openArchive(archive: ArchiveFile): Promise<Source> {
  return openWith(archive, async () => readers);
}

export function openSource(given: string, options: Omit<SourceOptions, 'readers'>): Promise<Source> {
  return openSourceWith(given, { ...options, readers: async () => readers });
}
