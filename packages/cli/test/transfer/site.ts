/** A project with a database that has its tables, and the steps of an import in it. */
import { join } from 'node:path';

import { type Config, loadConfig } from '../../src/config/index.js';
import { readModel } from '../../src/generate/generate.js';
import { describeState } from '../../src/migrate/describe.js';
import { tablesOf } from '../../src/migrate/state/tables.js';
import { syncSchema } from '../../src/migrate/sync-schema.js';
import type { ContentModel } from '../../src/model/model.js';
import { openArchive } from './open.js';
import { exportContent } from '../../src/transfer/export/export.js';
import { type ImportOptions, importContent } from '../../src/transfer/import/import.js';
import type { Source } from '../../src/transfer/source.js';
import type { TestServer } from '../migrate/server.js';
import { type Files, temporaryProject } from '../temporary-project.js';
import { type Contents, writeStrapiArchive } from './strapi-archive.js';

type Options = Partial<ImportOptions> & { readonly key?: string };

interface Given {
  /** The folder of a project. */
  readonly root: string;
  /** A database with the tables of the project and nothing else, which nobody is connected to. */
  readonly empty?: { readonly url: string };
}

export async function createSite(server: TestServer, files: Files, given?: Given) {
  const root = given?.root ?? temporaryProject(files, { packages: true });
  const { url, sql } = await server.database(given?.empty);
  const { config, model } = await loaded(root);
  if (given?.empty === undefined) {
    const tables = await tablesOf(config, model);
    await syncSchema(url, await describeState(tables, model, config.settings.locales.default));
  }

  const importSource = (source: Source, options: Partial<ImportOptions> = {}) => {
    const quiet = { overwrite: false, dryRun: false, keepUrls: false, progress: () => undefined };
    return importContent({ ...quiet, ...options, url, config, model, source });
  };
  const importFile = async (path: string, { key, ...options }: Options = {}) =>
    importSource(await openArchive({ path, key }), options);
  let archives = 0;
  return {
    root,
    url,
    sql,
    model,
    importFile,
    importSource,
    importStrapi: async (contents: Contents, options: Options = {}) => {
      const path = join(root, `strapi-${++archives}.tar.gz`);
      await writeStrapiArchive(path, contents);
      const { key } = contents;
      return importFile(path, { ...options, ...(key === undefined ? {} : { key }) });
    },
    exportTo: async (name: string) => {
      const path = join(root, name);
      await exportContent({ url, config, model, path, withFiles: true, progress: () => undefined });
      return path;
    },
  };
}

export type Site = Awaited<ReturnType<typeof createSite>>;

export async function loaded(root: string): Promise<{ readonly config: Config; readonly model: ContentModel }> {
  const config = await loadConfig(root);
  if (!config.ok) throw new Error(JSON.stringify(config.diagnostics));
  const model = await readModel(config.value);
  if (!model.ok) throw new Error(JSON.stringify(model.diagnostics));
  return { config: config.value, model: model.value };
}

/** Schema files as a Strapi project has them. */
export function schema(
  name: string,
  attributes: object,
  { draftAndPublish = false, localized = false, kind = 'collectionType' } = {},
): Files {
  return {
    [`src/api/${name}/content-types/${name}/schema.json`]: {
      kind,
      collectionName: `${name}s`,
      info: { singularName: name, pluralName: `${name}s`, displayName: name },
      options: { draftAndPublish },
      ...(localized ? { pluginOptions: { i18n: { localized: true } } } : {}),
      attributes,
    },
  };
}

export function component(name: string, attributes: object): Files {
  const [category, short] = name.split('.');
  return {
    [`src/components/${category}/${short}.json`]: {
      collectionName: `components_${category}_${short}`,
      info: { displayName: short },
      attributes,
    },
  };
}
