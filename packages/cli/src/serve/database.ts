import { describeDatabase, envDatabaseAddress } from '../database/database-url.js';
import { type EmbeddedDatabase, startEmbedded } from '../database/embedded.js';
import { primaryUrl } from '../database/primary.js';
import { variableName } from '../project/environment.js';
import type { ServeReport } from '../terminal/serve-event.js';

export interface ServedDatabase {
  readonly url: string;
  readonly kind: 'embedded' | 'DATABASE_URL';
  stop(): Promise<void>;
}

interface OpenOptions {
  readonly root: string;
  readonly fresh: boolean;
  readonly report: ServeReport;
  readonly signal: AbortSignal;
}

/** The database of `DATABASE_URL`, otherwise the embedded one. */
export async function openDatabase({ root, fresh, report, signal }: OpenOptions): Promise<ServedDatabase> {
  const address = envDatabaseAddress();
  if (address !== undefined) {
    const url = await primaryUrl(address);
    report({ event: 'database', state: 'named', detail: describeDatabase(url, variableName('DATABASE_URL')) });
    return { url, kind: 'DATABASE_URL', stop: async () => undefined };
  }

  const database = await startEmbedded({
    root,
    fresh,
    signal,
    report: (progress) => {
      const detail = progress.kind === 'adopted' ? String(progress.pid) : progress.folder;
      report({ event: 'database', state: progress.kind, detail });
    },
  });
  return { url: database.url, kind: 'embedded', stop: keepRunning(database, root, report) };
}

/** Restarts the server on the same port when it ends unexpectedly. Returns a function that stops it. */
function keepRunning(first: EmbeddedDatabase, root: string, report: ServeReport): () => Promise<void> {
  const { port } = first;
  let isStopping = false;
  let current = Promise.resolve(first);
  const watch = async () => {
    for (;;) {
      const { lost, pid } = await current;
      await lost;
      if (isStopping) return;
      report({ event: 'database', state: 'lost', detail: String(pid) });
      current = startEmbedded({ root, port });
    }
  };
  watch().catch((error: Error) => report({ event: 'error', message: error.message }));
  return async () => {
    isStopping = true;
    const last = await current.catch(() => undefined);
    await last?.stop();
  };
}
