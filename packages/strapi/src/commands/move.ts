import { resolve } from 'node:path';

import {
  completeWrites,
  diagnosticsAsJson,
  type ExitCode,
  installCommand,
  type MoveFlags,
  plural,
  printJson,
  refuse,
  reportDiagnostics,
  type Terminal,
} from 'content-gen/tools';

import { writeFiles } from '../moving/files.js';
import { type Move, type StoredPlace, planMove } from '../moving/move.js';

/** Plans a move, writes its files and prints what became of each part. */
export async function move(terminal: Terminal, project: string, flags: MoveFlags): Promise<ExitCode> {
  const root = resolve(terminal.cwd, project);
  const into = flags.into === undefined ? root : resolve(terminal.cwd, flags.into);
  if (flags.archive !== undefined && flags.database !== undefined) {
    refuse(terminal, 'move', flags, 'Use either --archive or --database: both have the roles and permissions.');
    return 64;
  }
  const stored = storedPlace(terminal, flags);
  if (!flags.dryRun) await completeWrites(into);
  const agents = flags.agents === true;
  const plan = await planMove({ project: root, into, agents, ...(stored ? { stored } : {}) });
  if (!plan.ok) {
    const diagnostics = diagnosticsAsJson(plan.diagnostics);
    if (flags.json) printJson(terminal, { command: 'move', ok: false, diagnostics });
    else reportDiagnostics(terminal, plan.diagnostics);
    return 1;
  }
  if (!flags.dryRun) await writeFiles(into, plan.value.files);
  print(terminal, plan.value, flags);
  return 0;
}

function storedPlace({ cwd }: Terminal, { archive, database, key }: MoveFlags): StoredPlace | undefined {
  const given = archive ?? database;
  if (given === undefined) return undefined;
  if (database === undefined || !URL.canParse(database)) return { address: resolve(cwd, given), key, name: given };
  // The report must not contain a password.
  const { protocol, host, pathname } = new URL(database);
  return { address: database, key, name: `${protocol}//${host}${pathname}` };
}

function print(terminal: Terminal, move: Move, flags: MoveFlags): void {
  const { findings, files, existing, missing, lacking, isNew } = move;
  const count = (outcome: string) => findings.filter((each) => each.outcome === outcome).length;
  const counts = {
    works: count('works'),
    translated: count('translated'),
    hand: count('hand'),
    ported: count('ported'),
    unused: count('unused'),
  };
  if (flags.json) {
    const list = [...files, ...existing.map((path) => ({ path, change: 'keep' }))].map(({ path, change }) => ({
      path,
      change,
    }));
    printJson(terminal, { command: 'move', ok: true, counts, findings, files: list, lacking });
    return;
  }
  for (const { path, change } of files) if (change !== 'same') terminal.print(`  ${change}  ${path}`);
  const kept = files.filter(({ change }) => change === 'keep').length;
  if (kept > 0)
    terminal.print(
      `\n${plural(kept, 'file')} with changes of yours kept. MOVING.md has the proposed config; remove it if you changed it, to get a new one.`,
    );
  const deleted = files.filter(({ change }) => change === 'deleted').length;
  if (deleted > 0)
    terminal.print(
      `\n${plural(deleted, 'file')} of stubs that you deleted stay deleted. Without .content-gen/moved.json, move writes them again.`,
    );
  for (const path of existing) terminal.print(`\n${path} exists already, so it stays as it is.`);
  for (const path of lacking)
    terminal.print(
      `\n${path} lacks new stubs because you changed it, so the parts that they close are open. MOVING.md has the stubs.`,
    );
  const verb = flags.dryRun ? 'Nothing was written' : 'MOVING.md lists every part with file and line';
  terminal.print(
    `\n${plural(findings.length, 'part')}: ${counts.works} work as they are, ${counts.translated} translated, ${counts.hand} need a hand, ${counts.ported} ported, ${counts.unused} not used here. ${verb}.`,
  );
  const install = isNew ? ['npm install'] : missing.length > 0 ? [installCommand(missing)] : [];
  terminal.print('\nNext:');
  for (const step of [...install, 'npx content-gen check', 'npx content-gen serve']) terminal.print(`  ${step}`);
}
