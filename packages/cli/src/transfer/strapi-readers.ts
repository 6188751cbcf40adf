import type { ContentModel } from '../model/model.js';
import type { ArchiveFile } from './archive/tar.js';
import type { Source } from './source.js';

/** Strapi's own formats, which @content-gen/strapi reads. */
export interface StrapiReaders {
  /** An archive of `strapi export`. */
  readonly openArchive: (archive: ArchiveFile) => Promise<Source>;
  readonly openDatabase: (database: StrapiDatabase) => Promise<Source>;
}

export interface StrapiDatabase {
  /** `postgres://…`, `mysql://…`, or the path of a SQLite file. */
  readonly address: string;
  /**
   * The folder of the project: the packages of the project may include a driver, and the schema files name the tables
   * of components.
   */
  readonly root: string;
  readonly model: ContentModel;
}
