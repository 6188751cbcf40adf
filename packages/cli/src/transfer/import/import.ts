import { inTransaction } from '../../database/transaction.js';

import { openStaging } from '@content-gen/runtime/transfer';

import type { Config } from '../../config/index.js';
import type { ContentModel } from '../../model/model.js';
import { layoutOf, type TypeLayout } from '../layout.js';
import { TransferProblem } from '../problem.js';
import { configuredRoles } from '../roles.js';
import type { Source } from '../source.js';
import { openProjectStorage } from '../storage.js';
import { FILE_UID } from '../file-uid.js';
import { USER_UID, accountTypes, accountValues, importRoles, noteAdmins, stageAdmins } from './accounts.js';
import { isLogged } from './changes.js';
import { keepChosen } from './chosen.js';
import { fitVersions, registerDocuments, removeEmpty } from './documents.js';
import { importFiles } from './files/files.js';
import { lockDocuments, lockFiles, queueForImport } from './locks.js';
import { compareDocuments, prepareMemory } from './memory.js';
import { findTargets, listDangling, noteCreators, noteUnknownLinks, resolveLinks } from './references.js';
import { type ImportReport, type Tally, createTally } from './report.js';
import { endChangedSessions, noteSecrets } from './sessions.js';
import { type Progress, type Transaction, stage } from './staging.js';
import { importTokens, importedTokenTypes } from './tokens.js';
import { importVersions, markDiverged } from './versions/versions.js';

export interface ImportOptions {
  /** The names of the types to import; by default all types. */
  readonly only?: readonly string[];
  /** Replaces documents that were changed here. */
  readonly overwrite: boolean;
  /** Does everything, and then rolls back. */
  readonly dryRun: boolean;
  readonly files?: string;
  readonly keepUrls: boolean;
  readonly adminsAs?: string;
  /** The names of the API tokens to import; by default no token. */
  readonly tokens?: readonly string[];
  readonly progress: Progress;
}

interface ImportTask extends ImportOptions {
  readonly url: string;
  readonly config: Config;
  readonly model: ContentModel;
  readonly source: Source;
}

/** Ends the transaction of a dry run. */
class TakenBack extends Error {}

/** Writes the content of a source into the database, in one transaction: all of it, or nothing. */
export async function importContent(task: ImportTask): Promise<ImportReport> {
  const tally = createTally();
  try {
    await inTransaction(task.url, '', async (tx) => {
      await tx.unsafe(
        `set local statement_timeout = 0; set local jit = off; set local temp_buffers = '64MB'; set local work_mem = '64MB'; set local maintenance_work_mem = '128MB'`,
      );
      await run(tx, task, tally);
      if (task.dryRun) throw new TakenBack();
    });
  } catch (error) {
    if (isStackOverflow(error)) throw new TransferProblem('The source has a value that is nested too deeply.');
    if (!(error instanceof TakenBack)) throw error;
  }
  return tally.report(task.source.name);
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/.test(error.message);
}

async function run(tx: Transaction, task: ImportTask, tally: Tally): Promise<void> {
  const { source, model, config, progress } = task;
  const layout = layoutOf(model);
  const { storage } = openProjectStorage(config);
  const chosen = chosenTypes([...layout.types.values()], task.only);
  const wanted = new Set([...chosen.map(({ type }) => type.uid), ...accountTypes, ...importedTokenTypes, FILE_UID]);
  const nameOf = (uid: string) => (uid === FILE_UID ? 'file' : layout.types.get(uid)?.type.name);
  await stage(tx, source, (type) => (wanted.has(type) ? (nameOf(type) ?? type) : undefined), tally, progress);
  if (task.only !== undefined) await keepChosen(tx, chosen, layout, tally);
  await noteIgnored(tx, [...wanted, ...layout.types.keys()], tally);
  await queueForImport(tx);
  await prepareMemory(tx);
  await lockFiles(tx);
  await importFiles(tx, { ...task, storage, staging: openStaging(storage), folder: task.files, tally });
  await resolveLinks(tx);
  await lockDocuments(tx, chosen);
  await listDangling(tx, nameOf, tally);
  await noteUnknownLinks(tx, layout, tally);
  await noteCreators(tx, tally);
  const roles = await importRoles(tx, configuredRoles(config), tally);
  const users = layout.types.get(USER_UID);
  if (users !== undefined) {
    await stageAdmins(tx, task.adminsAs);
    await noteSecrets(tx, users);
  }
  if (task.only === undefined) await importTokens(tx, { ...task, layout, tally });
  const { locales } = config.settings;
  for (const type of chosen) {
    await fitVersions(tx, type, locales, tally);
    await compareDocuments(tx, type, task.overwrite, tally);
    await registerDocuments(tx, type, tally);
  }
  await tx.unsafe('analyze cg_in_state');
  await findTargets(tx);
  for (const type of chosen) {
    const { name, uid } = type.type;
    const prepare =
      uid === USER_UID && source.kind === 'strapi'
        ? accountValues
        : (values: Readonly<Record<string, unknown>>) => values;
    await importVersions(tx, type, {
      ...{ layout, roles, tally, prepare, logs: isLogged(config, type.type) },
      progress: (done) => progress(`Writing ${name}`, done, undefined),
    });
    await markDiverged(tx, type);
  }
  for (const type of chosen) await removeEmpty(tx, type, layout, tally);
  if (users === undefined) return;
  await endChangedSessions(tx, users);
  await noteAdmins(tx, users, task.adminsAs, tally);
}

function chosenTypes(types: readonly TypeLayout[], only: readonly string[] | undefined): readonly TypeLayout[] {
  if (only === undefined) return types;
  return only.map((name) => {
    const found = types.find(({ type }) => [type.name, type.plural, type.uid].includes(name));
    if (found !== undefined) return found;
    const names = types.map(({ type }) => type.name).join(', ');
    throw new TransferProblem(`--only ${name}: the project has no such content type. It has ${names}.`);
  });
}

/** Types that the project does not define. Rows of such types stay behind. */
async function noteIgnored(tx: Transaction, known: readonly string[], tally: Tally): Promise<void> {
  const rows = await tx<{ type: string; count: number }[]>`
    select type, count(*)::int as count from cg_in_entity where type <> all(${[...known]}::text[]) group by 1 order by 1`;
  const own = rows.filter(({ type }) => type.startsWith('api::'));
  for (const { type, count } of own) {
    tally.note(`${count} rows of ${type} were ignored.`);
    tally.problem({ type, effect: 'skipped', message: 'the project has no such type' });
  }
  const others = rows.filter((row) => !own.includes(row));
  if (others.length > 0) {
    tally.note(`Ignored: ${others.map(({ type, count }) => `${type} (${count})`).join(', ')}.`);
  }
}
