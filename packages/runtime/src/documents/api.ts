import type { Caller, Content, DocumentsApi, OpenTransaction, Transaction } from '../content/index.js';
import { type Executor, explainBusy, transaction } from '../database/index.js';
import type { Documents } from '../shape/index.js';
import { type OpenDocuments, SYSTEM, compileDocuments } from './documents.js';
import { joinTransaction } from './transaction.js';

/** The documents of a project, for code that names its caller. */
export function documentsApi<Models, Role extends string>(
  content: Content,
  open: OpenDocuments = compileDocuments(content),
): DocumentsApi<Models, Role> {
  // `compileDocuments` makes the properties that the generated types describe.
  const as = (caller: Caller) => open({ content, caller, requestId: 'code' }) as Documents<Models>;
  return {
    as,
    asRole: (role) => as({ kind: 'role', role: knownRole(content, role) }),
    asSystem: () => as(SYSTEM),
    transaction: (work) => runTransaction(content, open, work),
  };
}

async function runTransaction<Models, Role extends string, T>(
  content: Content,
  open: OpenDocuments,
  work: (tx: Transaction<Models, Role>) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(content.database, async (executor) => {
      const { tx, check } = openTransaction<Models, Role>(content, open, executor);
      const result = await work(tx);
      check();
      return result;
    });
  } catch (error) {
    throw explainBusy(error) ?? error;
  }
}

/** The documents inside a transaction that has begun. */
export function openTransaction<Models, Role extends string>(
  content: Content,
  open: OpenDocuments,
  executor: Executor,
): OpenTransaction<Models, Role> {
  const joined = joinTransaction(content, executor);
  return { tx: { ...documentsApi<Models, Role>(joined.content, open), executor }, check: joined.check };
}

function knownRole({ settings }: Content, role: string): string {
  const roles = [...new Set(['public', 'authenticated', ...Object.keys(settings.permissions)])];
  // Compiled code has no types, so the name is checked here.
  if (!roles.includes(role)) throw new Error(`There is no role "${role}". The roles are ${roles.join(', ')}`);
  return role;
}
