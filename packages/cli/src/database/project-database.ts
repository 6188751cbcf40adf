import { givenAddress } from './database-url.js';
import { findBinaries } from './binaries.js';
import { openData, placeFor } from './data-folder.js';
import { startEmbedded } from './embedded.js';
import { findPostmaster } from './postmaster.js';

export interface VisitedDatabase {
  readonly url: string;
  leave(): Promise<void>;
}

/**
 * The project's database for a moment: the one that `DATABASE_URL` names, the one that a `serve` next door runs, or
 * one that is started and stopped again.
 */
export async function visitDatabase(root: string): Promise<VisitedDatabase> {
  const url = givenAddress();
  if (url) return { url, leave: async () => undefined };
  return (await neighbour(root)) ?? (await ownVisit(root));
}

async function neighbour(root: string): Promise<VisitedDatabase | undefined> {
  const place = await placeFor(root);
  const running = findPostmaster(place.folder);
  if (running?.state !== 'ready') return undefined;
  const access = await openData(place.folder, await findBinaries(place.account));
  if (!access) return undefined;
  return {
    url: `postgres://postgres:${access.password}@127.0.0.1:${running.port}/postgres`,
    leave: async () => undefined,
  };
}

async function ownVisit(root: string): Promise<VisitedDatabase> {
  const database = await startEmbedded({ root });
  return { url: database.url, leave: () => database.stop() };
}
