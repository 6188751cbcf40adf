import { givenAddress } from '../database/address.js';
import { startEmbedded } from '../database/embedded.js';
import type { Report } from './event.js';

export interface ServedDatabase {
  readonly url: string;
  readonly kind: 'embedded' | 'DATABASE_URL';
  stop(): Promise<void>;
}

export interface OpenOptions {
  readonly root: string;
  readonly fresh: boolean;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** The database that `DATABASE_URL` names, else the project's own. */
export async function openDatabase({ root, fresh, report, signal }: OpenOptions): Promise<ServedDatabase> {
  const url = givenAddress();
  if (url) return { url, kind: 'DATABASE_URL', stop: async () => undefined };

  const database = await startEmbedded({
    root,
    fresh,
    signal,
    report: (progress) => {
      const detail = progress.kind === 'adopted' ? String(progress.pid) : progress.folder;
      report({ event: 'database', state: progress.kind, detail });
    },
  });
  return { url: database.url, kind: 'embedded', stop: () => database.stop() };
}
