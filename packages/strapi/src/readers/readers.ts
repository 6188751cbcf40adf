import type { StrapiReaders } from 'content-gen/tools';

/** Strapi's own formats. The reader of a format is loaded when a source has this format. */
export const readers: StrapiReaders = {
  openArchive: async (archive) => (await import('./archive.js')).openStrapiArchive(archive),
  openDatabase: async (database) => (await import('./database/source.js')).openStrapiDatabase(database),
};
