import { codeOf } from '../../diagnostics/thrown.js';
import type { TypeLayout } from '../layout.js';
import { FILE_UID } from '../file-uid.js';
import type { Transaction } from './staging.js';

/** The key of the advisory lock of imports. */
const IMPORTS = 7_236_840;

const DEADLOCK = '40P01';

/** A server ends its statements after seconds, and PostgreSQL takes one second to find a deadlock. */
const ATTEMPTS = 30;

/** Imports of one database wait for each other, because each import remembers what it wrote. */
export async function queueForImport(tx: Transaction): Promise<void> {
  await tx`select pg_advisory_xact_lock(${IMPORTS})`;
}

/** Before files are compared, locks the files of the source that are here, in the order in which uploads lock files. */
export async function lockFiles(tx: Transaction): Promise<void> {
  await retried(
    tx,
    (inner) => inner`
      select count(*) from (
        select f.id from cg_files f where f.document_id in (select document from cg_in_entity where type = ${FILE_UID})
        order by f.id for no key update of f) locked`,
  );
}

/**
 * Locks the documents that the import compares and the documents that its links point at. Writes of a server lock their
 * documents first, too, so these writes wait until the import ends, and no write gets lost. One statement takes all
 * locks in the order of the server: the order of ids.
 */
export async function lockDocuments(tx: Transaction, chosen: readonly TypeLayout[]): Promise<void> {
  const uids = chosen.map(({ type }) => type.uid);
  await retried(
    tx,
    (inner) => inner`
      select count(*) from (
        select d.id from cg_documents d where d.id in (
          select document from cg_in_entity where type = any(${uids}::text[]) union select document from cg_in_ref)
        order by d.id for no key update of d) locked`,
  );
}

/** Runs work in a savepoint, again after a deadlock: the locks of the savepoint are free then. */
export async function retried<T>(tx: Transaction, work: (inner: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      // The driver also waits for promises in a list, so the type of the result is another one.
      const result = await tx.savepoint(async (inner) => ({ value: await work(inner) }));
      return result.value;
    } catch (error) {
      if (codeOf(error) !== DEADLOCK || attempt === ATTEMPTS) throw error;
    }
  }
}
