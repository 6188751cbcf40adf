import { resolve } from 'node:path';

import { Command } from 'commander';

import type { Move, StoredPlace } from '../moving/move.js';
import { completeWrites } from '../files/write-together.js';
import { diagnosticsAsJson, printJson, reportDiagnostics } from '../terminal/diagnostics.js';
import { refuse } from '../terminal/failure.js';
import { plural } from '../terminal/summary.js';
import type { ExitCode, Terminal } from '../terminal/terminal.js';
import { installCommand } from '../version.js';
import { examples } from './examples.js';

interface MoveFlags {
  readonly into?: string;
  readonly archive?: string;
  readonly database?: string;
  readonly key?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function moveCommand(terminal: Terminal): Command {
  return new Command('move')
    .description('read a Strapi 5 project, propose its config, and list what needs a hand')
    .argument('[project]', 'the folder of the Strapi project; this folder unless given')
    .option('--into <folder>', 'write the new project to this folder, beside the old one')
    .option('--archive <file>', 'take roles, permissions and locales from an archive of "strapi export"')
    .option('--key <key>', 'decrypt the archive')
    .option('--database <address>', 'take them from the database of Strapi: an address, or a SQLite file')
    .option('--dry-run', 'write nothing; list the files and the parts')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Reads schemas, config, src and package.json, and runs none of them. Writes MOVING.md, which lists every part of the
project with file and line: works as it is, translated, needs a hand, not used. Writes content-gen.config.ts, src/app.ts
and stubs that quote the old code. Never overwrites a file that you changed, so you can run it again.`,
    )
    .addHelpText(
      'after',
      examples(
        ['move', 'in the folder of a Strapi project'],
        ['move ../cms --into .', 'beside it: the new project is this folder'],
        ['move --archive export.tar.gz', 'with the permissions and locales of an archive'],
        ['move --database .tmp/data.db', 'with those of the database; also postgres://… and mysql://…'],
        ['move --dry-run', 'look first'],
      ),
    )
    .action(async (project: string | undefined, flags: MoveFlags) =>
      terminal.finish(await move(terminal, project ?? '.', flags)),
    );
}

async function move(terminal: Terminal, project: string, flags: MoveFlags): Promise<ExitCode> {
  const [{ planMove }, { writeFiles }] = await Promise.all([import('../moving/move.js'), import('../moving/files.js')]);
  const root = resolve(terminal.cwd, project);
  const into = flags.into === undefined ? root : resolve(terminal.cwd, flags.into);
  if (flags.archive !== undefined && flags.database !== undefined) {
    refuse(terminal, 'move', flags, 'Use either --archive or --database: both have the roles and permissions.');
    return 64;
  }
  const stored = storedPlace(terminal, flags);
  if (!flags.dryRun) await completeWrites(into);
  const plan = await planMove({ project: root, into, ...(stored ? { stored } : {}) });
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

function print(terminal: Terminal, { findings, files, missing, lacking, isNew }: Move, flags: MoveFlags): void {
  const count = (outcome: string) => findings.filter((each) => each.outcome === outcome).length;
  const counts = {
    works: count('works'),
    translated: count('translated'),
    hand: count('hand'),
    ported: count('ported'),
    unused: count('unused'),
  };
  if (flags.json) {
    const list = files.map(({ path, change }) => ({ path, change }));
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
