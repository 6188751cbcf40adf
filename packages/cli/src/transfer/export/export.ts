import type postgres from 'postgres';
import { DEVELOPMENT_NAME } from '../../database/development-token.js';
import { inTransaction } from '../../database/transaction.js';

import type { Config } from '../../config/index.js';
import type { ContentModel } from '../../model/model.js';
import { type ArchiveWriter, writeArchive } from '../archive/pack.js';
import { isoText } from '../iso-text.js';
import { layoutOf } from '../layout.js';
import { configuredRoles } from '../roles.js';
import { openProjectStorage } from '../storage.js';
import { bytesOf, exportFiles, storedPieces } from './files.js';
import { type ArchiveManifest, type ExportEnd, FORMAT, FORMAT_VERSION } from './format.js';
import { rolesOf } from './names.js';
import { exportVersions } from './versions.js';

interface ExportTask {
  readonly url: string;
  readonly config: Config;
  readonly model: ContentModel;
  readonly path: string;
  /** Whether the archive contains the bytes of files. */
  readonly withFiles: boolean;
  readonly progress: (stage: string, done: number, total: number | undefined) => void;
}

interface ExportReport {
  /** Versions by the name of the type. */
  readonly types: Readonly<Record<string, number>>;
  readonly files: number;
  /** Stored files whose bytes are in the archive, formats included. */
  readonly stored: number;
  /** Keys of files whose bytes were not found. */
  readonly missing: readonly string[];
}

/** Writes all content of the database to an archive, as of one moment. The same content gives the same bytes. */
export async function exportContent(task: ExportTask): Promise<ExportReport> {
  const types: Record<string, number> = {};
  const missing: string[] = [];
  const report = { types, files: 0, stored: 0, missing };
  await inTransaction(task.url, 'isolation level repeatable read', async (tx) => {
    await tx.unsafe('set local statement_timeout = 0');
    await writeArchive(task.path, (archive) => writeAll(tx, archive, task, report));
  });
  return report;
}

type Growing = { types: Record<string, number>; files: number; stored: number; missing: string[] };

async function writeAll(
  tx: postgres.TransactionSql,
  archive: ArchiveWriter,
  task: ExportTask,
  report: Growing,
): Promise<void> {
  const layout = layoutOf(task.model);
  const all = [...layout.types.values()];
  const manifest: ArchiveManifest = {
    format: FORMAT,
    version: FORMAT_VERSION,
    types: Object.fromEntries(all.map(({ type }) => [type.name, type.uid])),
  };
  await archive.text('content-gen.json', `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFiles(tx, archive, task, report);
  const roles = await rolesOf(tx, configuredRoles(task.config));
  let versions = 0;
  for (const type of all) {
    const { name } = type.type;
    report.types[name] = 0;
    const parts = numberedParts(archive, `documents/${name}`);
    for await (const batch of exportVersions(tx, type, layout, roles)) {
      await parts(batch);
      report.types[name] += batch.length;
      task.progress(`Exporting ${name}`, (versions += batch.length), undefined);
    }
  }
  await writeTokens(tx, archive);
  await archive.text('end.json', `${JSON.stringify({ versions, files: report.files } satisfies ExportEnd)}\n`);
}

/** Writes batches of lines as files, because the size of a file stands before it in a tar archive. */
function numberedParts(archive: ArchiveWriter, folder: string): (lines: readonly object[]) => Promise<void> {
  let number = 0;
  return async (lines) => {
    const name = `${folder}/${String(++number).padStart(6, '0')}.ndjson`;
    await archive.text(name, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  };
}

async function writeFiles(
  tx: postgres.TransactionSql,
  archive: ArchiveWriter,
  { config, withFiles, progress }: ExportTask,
  report: Growing,
): Promise<void> {
  const { storage, folder } = openProjectStorage(config);
  const parts = numberedParts(archive, 'files');
  for await (const batch of exportFiles(tx)) {
    await parts(batch);
    report.files += batch.length;
    if (!withFiles) continue;
    for (const piece of batch.flatMap(storedPieces)) {
      const stored = await bytesOf(storage, folder, piece);
      if (stored === undefined) {
        report.missing.push(piece.key);
        continue;
      }
      await archive.stream(`uploads/${piece.key}`, stored.size, stored.bytes);
      progress('Copying files', ++report.stored, undefined);
    }
  }
}

async function writeTokens(tx: postgres.TransactionSql, archive: ArchiveWriter): Promise<void> {
  const tokens = await tx.unsafe<object[]>(
    `select name, type, actions, sha256, ${isoText('expires_at')} as "expiresAt", ${isoText('created_at')} as "createdAt" from cg_tokens where name !~ $1 order by name`,
    [DEVELOPMENT_NAME],
  );
  if (tokens.length > 0)
    await archive.text('tokens.ndjson', tokens.map((token) => `${JSON.stringify(token)}\n`).join(''));
}
