import { Readable } from 'node:stream';

import {
  databaseProblem,
  isUrl,
  type Source,
  type StrapiDatabase,
  type SourceEntity,
  type SourceWebhook,
} from 'content-gen/tools';

import { entityOf, jsonOrText, webhookOf } from '../records.js';
import { type Catalog, readCatalog, storedSchemas } from './catalog.js';
import { type Engine, batches, idOf, selection } from './engine.js';
import { componentEntriesOf } from './entries.js';
import { linksOf } from './links.js';
import { valueColumns, valuesOf } from './values.js';

/** Reads content from the database of a Strapi 5 project, some rows at a time. */
export async function openStrapiDatabase({ address, root, model }: StrapiDatabase): Promise<Source> {
  const engine = await openEngine(address, root).catch(explained(address));
  try {
    const catalog = await readCatalog(engine, model, root);
    return {
      name: `Strapi database on ${engine.name}`,
      kind: 'strapi',
      counts: { entities: await countOf(engine, catalog) },
      entities: (isWanted = () => true) => entitiesOf(engine, catalog, isWanted),
      links: (isWanted = () => true) => linksOf(engine, catalog, isWanted),
      files: () => Readable.from([]),
      settings: () => settingsOf(engine, catalog),
      webhooks: () => webhooksOf(engine, catalog),
      schemas: async () => Object.fromEntries(await storedSchemas(engine, catalog.store)),
      close: engine.close,
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function openEngine(address: string, root: string): Promise<Engine> {
  if (address.startsWith('postgres')) return (await import('./postgres.js')).openPostgres(address);
  if (isUrl(address)) return (await import('./mysql.js')).openMysql(address.replace(/^mariadb:/, 'mysql:'), root);
  return (await import('./sqlite.js')).openSqlite(address, root);
}

/** The address is an argument of the command. */
function explained(address: string) {
  return (error: unknown): never => {
    throw databaseProblem(error, { url: address, setting: 'the address' }) ?? error;
  };
}

async function countOf(engine: Engine, { types }: Catalog): Promise<number> {
  let total = 0;
  for (const { table } of types) {
    const [row] = await engine.rows(`select ${engine.text('count(*)')} as count from ${engine.quoted(table.name)}`);
    total += idOf(row, 'count');
  }
  return total;
}

/** The settings of Strapi's store, by their keys. */
async function settingsOf(engine: Engine, { store }: Catalog): Promise<Readonly<Record<string, unknown>>> {
  const rows = await engine.rows(selection(engine, store.name, ['key', 'value']));
  return Object.fromEntries(rows.map(({ key, value }) => [key ?? '', jsonOrText(value)]));
}

async function webhooksOf(engine: Engine, catalog: Catalog): Promise<readonly SourceWebhook[]> {
  const table = catalog.table('strapi_webhooks');
  if (table === undefined) return [];
  return (await engine.rows(selection(engine, table.name, ['name', 'url', 'events', 'enabled']))).map(webhookOf);
}

async function* entitiesOf(
  engine: Engine,
  catalog: Catalog,
  isWanted: (type: string) => boolean,
): AsyncIterable<SourceEntity> {
  for (const schema of catalog.types.filter(({ uid }) => isWanted(uid))) {
    const columns = valueColumns(schema);
    const names = ['id', ...columns.map(({ column }) => column)];
    for await (const rows of batches(engine, schema.table.name, names)) {
      const entries = await componentEntriesOf(
        engine,
        catalog,
        schema,
        rows.map((row) => idOf(row)),
      );
      for (const row of rows) {
        const id = idOf(row);
        yield entityOf({ type: schema.uid, id, data: { ...valuesOf(row, columns), ...entries.get(id) } });
      }
    }
  }
}
