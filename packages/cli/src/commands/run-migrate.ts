import { resolve } from 'node:path';

import { type Config, loadConfig } from '../config/index.js';
import { completeWrites } from '../files/write-together.js';
import { failureMessage } from '../terminal/failure.js';
import { withProjectDatabase } from './with-database.js';
import { messageOf } from '../diagnostics/thrown.js';
import type { Diagnostic, Result } from '../diagnostics/diagnostic.js';
import type { ContentModel } from '../model/model.js';
import type { Migration } from '../migrate/folder.js';
import type { Foreseen } from '../migrate/foreseen.js';
import type { PlannedChanges } from '../migrate/planned.js';
import type { Statement } from '../migrate/plan/statement.js';
import { diagnosticsAsJson, printJson, reportDiagnostics } from '../terminal/diagnostics.js';
import { leftOutIndexes } from '../terminal/left-out-indexes.js';
import { plural } from '../terminal/summary.js';
import type { ExitCode, Terminal } from '../terminal/terminal.js';

export interface MigrateFlags {
  readonly folder: string;
  readonly allowDataLoss?: boolean;
  readonly dryRun?: boolean;
  readonly keepOldNames?: boolean;
  readonly wideIds?: boolean;
  readonly config?: string;
  readonly json?: boolean;
}

export function migratePlan(terminal: Terminal, flags: MigrateFlags): Promise<ExitCode> {
  return reportProblems(terminal, 'plan', flags, async () => {
    const changes = await readChanges(terminal, 'plan', flags);
    if (typeof changes === 'number') return changes;
    const { asSql } = await import('../migrate/sql-text.js');
    const { statements, heads } = changes;
    const nothing = statements.length === 0 && heads.length < 2;
    if (flags.json) {
      const list = statements.map(asJson);
      const findings = await foreseen(terminal, statements);
      printJson(terminal, { command: 'migrate plan', ok: nothing, after: heads, statements: list, ...findings });
    } else if (nothing) terminal.print('Nothing to do: the migrations match the definitions.');
    else {
      if (statements.length > 0) terminal.print(asSql(statements));
      if (heads.length > 1)
        terminal.report(`\n${heads.join(' and ')} were created on parallel branches, and can be merged.`);
      const { findings = [], uncounted } = await foreseen(terminal, statements);
      if (findings.length > 0) terminal.report('');
      for (const { message, refused } of findings) terminal.report(`${refused ? 'refused' : 'warning'}  ${message}`);
      if (uncounted !== undefined) terminal.report(`\nThe rows were not counted: ${uncounted}`);
      terminal.report(`\n${summary(statements)}. Run "content-gen migrate create" to write a migration.`);
    }
    return nothing ? 0 : 2;
  });
}

interface Foresight {
  /** What the checks of the statements say about the rows of today. */
  readonly findings?: readonly Foreseen[];
  /** The reason why the rows were not counted. */
  readonly uncounted?: string;
}

/** Counts the rows that the statements check, if there is a database; planning needs none. */
async function foreseen(terminal: Terminal, statements: readonly Statement[]): Promise<Foresight> {
  const { isCheck } = await import('../migrate/plan/values/row-checks.js');
  const { hasDatabase } = await import('../database/project-database.js');
  if (!statements.some(isCheck) || !(await hasDatabase(terminal.cwd))) return {};
  const { foreseeChecks } = await import('../migrate/foreseen.js');
  try {
    const count = (url: string) => foreseeChecks(url, statements);
    return { findings: await withProjectDatabase(terminal, { json: true }, count) };
  } catch (error) {
    return { uncounted: failureMessage(error) ?? messageOf(error) };
  }
}

export function migrateCreate(terminal: Terminal, name: string | undefined, flags: MigrateFlags): Promise<ExitCode> {
  return reportProblems(terminal, 'create', flags, async () => {
    const { writeSteps } = await import('../migrate/folder.js');
    await completeWrites(terminal.cwd);
    const changes = await readChanges(terminal, 'create', flags);
    if (typeof changes === 'number') return changes;
    const { statements, heads, steps } = changes;
    if (steps.length === 0 || (statements.length === 0 && heads.length < 2)) {
      if (flags.json) printJson(terminal, { command: 'migrate create', ok: true, statements: [] });
      else if (flags.wideIds) terminal.print('Nothing to do: all row ids have 64 bits.');
      else terminal.print('Nothing to do: the migrations match the definitions.');
      return 0;
    }
    const written = await writeSteps(
      { root: terminal.cwd, folder: resolve(terminal.cwd, flags.folder) },
      changes,
      name,
    );
    const files = written.map((one) => `${flags.folder}/${one}.sql`);
    if (flags.json) {
      const [file] = files;
      printJson(terminal, { command: 'migrate create', ok: true, file, files, statements: statements.map(asJson) });
    } else {
      for (const file of files) terminal.print(file);
      const [which, it] = files.length === 1 ? ['the migration', 'it with its snapshot'] : ['the migrations', 'them'];
      terminal.report(`\n${summary(statements)}. Review ${which}, and commit ${it}.`);
    }
    return 0;
  });
}

export function migrateApply(terminal: Terminal, flags: MigrateFlags): Promise<ExitCode> {
  return reportProblems(terminal, 'apply', flags, async () => {
    const [{ applyMigrations }, { MigrationProblem }] = await Promise.all([
      import('../migrate/apply.js'),
      import('../migrate/problem.js'),
    ]);
    const migrations = await migrationsOf(terminal, flags);
    // Success would hide that the folder was forgotten or misspelled.
    if (migrations.length === 0) {
      throw new MigrationProblem(
        `The folder ${flags.folder} contains no migrations. Run "content-gen migrate create" to write one.`,
      );
    }
    if (flags.dryRun) return migrateDryRun(terminal, flags, migrations);
    const { applied, undone, leftOut, warnings } = await withProjectDatabase(terminal, flags, (url) =>
      applyMigrations({
        url,
        migrations,
        allowDataLoss: Boolean(flags.allowDataLoss),
        report: (name) => !flags.json && terminal.print(`applied  ${name}`),
        reportWait: (reason) => !flags.json && terminal.print(`waiting  the migration ${reason}`),
      }),
    );
    if (flags.json) printJson(terminal, { command: 'migrate apply', ok: true, applied, undone, leftOut, warnings });
    else if (undone > 0)
      terminal.print(`undone  ${plural(undone, 'statement')}: changes of serve after the last migration`);
    else if (applied.length === 0) terminal.print('Nothing to do: every migration is applied.');
    if (!flags.json) for (const warning of warnings) terminal.print(`warning  ${warning}`);
    if (!flags.json && leftOut.length > 0) terminal.report(leftOutIndexes(leftOut));
    return 0;
  });
}

/** Says what `apply` would do, and returns the exit code of `apply`. */
async function migrateDryRun(
  terminal: Terminal,
  flags: MigrateFlags,
  migrations: readonly Migration[],
): Promise<ExitCode> {
  const { dryRun } = await import('../migrate/dry-run.js');
  const { pending, losses } = await withProjectDatabase(terminal, flags, (url) => dryRun(url, migrations));
  const isRefused = losses.length > 0 && !flags.allowDataLoss;
  if (flags.json) {
    printJson(terminal, {
      command: 'migrate apply',
      dryRun: true,
      ok: !isRefused,
      losesData: isRefused,
      pending,
      losses,
    });
  } else {
    for (const name of pending) terminal.print(`pending  ${name}`);
    for (const { migration, reason } of losses) terminal.print(`loses data  ${migration}: ${reason}`);
    if (pending.length === 0) terminal.print('Nothing to do: every migration is applied.');
    if (isRefused) terminal.report('Use --allow-data-loss to apply them.');
  }
  return isRefused ? 3 : 0;
}

export function migrateStatus(terminal: Terminal, flags: MigrateFlags): Promise<ExitCode> {
  return reportProblems(terminal, 'status', flags, async () => {
    const [{ statusOf }, { definedState }] = await Promise.all([
      import('../migrate/status.js'),
      import('../migrate/planned.js'),
    ]);
    const found = await migrationsOf(terminal, flags);
    const project = await readProject(terminal.cwd, flags);
    if (!project.ok && !isWithoutDefinitions(project.diagnostics)) {
      return fail(terminal, 'status', flags, project.diagnostics);
    }
    const wanted = project.ok ? await definedState(project.value.config, project.value.model) : undefined;
    const { clean, ...status } = await withProjectDatabase(terminal, flags, (url) => statusOf(url, found, wanted));
    if (flags.json) printJson(terminal, { command: 'migrate status', ok: clean, ...status });
    else {
      for (const { name, state } of status.migrations) terminal.print(`${state.padEnd(10)}  ${name}`);
      for (const { migration, reason } of status.losses) terminal.print(`loses data  ${migration}: ${reason}`);
      for (const line of status.drift) terminal.print(`drifted     ${line}`);
      for (const name of status.leftOut) {
        terminal.print(`left out    index ${name}, because the database has no extension pg_trgm`);
      }
      if (status.sideBySide.length > 0) {
        terminal.report(
          `${status.sideBySide.join(' and ')} were created on parallel branches. Run "content-gen migrate create" to merge them.`,
        );
      }
      if (status.unplanned.length > 0)
        terminal.report(
          `The definitions need ${plural(status.unplanned.length, 'statement')} that no migration has. "content-gen migrate plan" prints them.`,
        );
      if (status.servedSince)
        terminal.report(
          'serve has changed this database. "content-gen migrate apply" continues from its current state.',
        );
      if (clean) terminal.report('Clean.');
    }
    return clean ? 0 : 2;
  });
}

/** Compares the last migration with the definitions. */
async function readChanges(
  terminal: Terminal,
  command: string,
  flags: MigrateFlags,
): Promise<PlannedChanges | ExitCode> {
  const project = await readProject(terminal.cwd, flags);
  if (!project.ok) return fail(terminal, command, flags, project.diagnostics);
  const { plannedChanges } = await import('../migrate/planned.js');
  const { config, model } = project.value;
  return plannedChanges(config, model, resolve(terminal.cwd, flags.folder), flags);
}

interface Project {
  readonly config: Config;
  readonly model: ContentModel;
}

async function readProject(root: string, flags: MigrateFlags): Promise<Result<Project>> {
  const config = await loadConfig(root, flags.config);
  if (!config.ok) return config;
  const { readModel } = await import('../generate/generate.js');
  const model = await readModel(config.value);
  return model.ok ? { ...model, value: { config: config.value, model: model.value } } : model;
}

/** Whether a folder has only migrations and no definitions, like the folder of a program that applies migrations. */
function isWithoutDefinitions(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.every(({ code }) => code === 'CG109');
}

async function migrationsOf(terminal: Terminal, flags: MigrateFlags): Promise<readonly Migration[]> {
  const { readMigrations } = await import('../migrate/folder.js');
  return readMigrations(resolve(terminal.cwd, flags.folder));
}

async function reportProblems(
  terminal: Terminal,
  command: string,
  flags: MigrateFlags,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const { MigrationProblem } = await import('../migrate/problem.js');
  try {
    return await work();
  } catch (error) {
    const message = failureMessage(error);
    if (message === undefined) throw error;
    const losesData = error instanceof MigrationProblem && error.losesData;
    if (flags.json) printJson(terminal, { command: `migrate ${command}`, ok: false, losesData, message });
    else terminal.report(message);
    return losesData ? 3 : 1;
  }
}

function fail(terminal: Terminal, command: string, flags: MigrateFlags, diagnostics: readonly Diagnostic[]): ExitCode {
  if (flags.json) {
    printJson(terminal, { command: `migrate ${command}`, ok: false, diagnostics: diagnosticsAsJson(diagnostics) });
  } else reportDiagnostics(terminal, diagnostics);
  return 1;
}

function asJson({ sql, effect, reason, alone }: Statement): object {
  return { sql, effect, reason, transaction: !alone };
}

/** `3 statements: 2 safe, 1 loses data` */
function summary(statements: readonly Statement[]): string {
  const count = (effect: Statement['effect']) => statements.filter((one) => one.effect === effect).length;
  const parts = (['safe', 'locks', 'rewrites', 'loses data'] as const)
    .filter((effect) => count(effect) > 0)
    .map((effect) => `${count(effect)} ${effect}`);
  const total = plural(statements.length, 'statement');
  return parts.length === 0 ? total : `${total}: ${parts.join(', ')}`;
}
