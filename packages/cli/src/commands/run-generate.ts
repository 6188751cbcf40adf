import { type Config, loadConfig } from '../config/index.js';
import type { Diagnostic, Result } from '../diagnostics/diagnostic.js';
import { completeWrites } from '../files/write-together.js';
import type { Generation } from '../generate/generate.js';
import { roleProblem } from '../permissions/roles.js';
import { type Plan, type FileStep, applyPlan, conflictDiagnostics, diskDiagnostic } from '../write/index.js';
import { diagnosticsAsJson, printJson, reportDiagnostics, reportWarnings } from '../terminal/diagnostics.js';
import { refuse } from '../terminal/failure.js';
import type { GenerateFlags } from './generate.js';
import { progressOf } from '../terminal/progress.js';
import { countTypes, paintDiff, plural, renderCounts, renderSteps } from '../terminal/summary.js';
import { countSteps } from '../write/index.js';
import type { ExitCode, Terminal } from '../terminal/terminal.js';

/** Generates once and prints the result. */
export async function runGenerate(terminal: Terminal, flags: GenerateFlags): Promise<ExitCode> {
  const { generate } = await import('../generate/generate.js');
  const config = await loadConfig(terminal.cwd, flags.config);
  if (!config.ok) return fail(terminal, flags, config.diagnostics);
  try {
    if (!flags.check && !flags.dryRun) await completeWrites(config.value.root);
    const problem = problemWith(flags, config.value);
    if (problem !== undefined) return refuse(terminal, 'generate', flags, problem);
    const result = await generate(withClient(config.value, flags), { progress: progressOf(terminal, flags) });
    if (!result.ok) return fail(terminal, flags, result.diagnostics);
    return await end(terminal, flags, config.value, result);
  } catch (error) {
    const problem = diskDiagnostic(error, config.value);
    if (problem === undefined) throw error;
    return fail(terminal, flags, [problem]);
  }
}

function problemWith({ client, role }: GenerateFlags, { settings }: Config): string | undefined {
  if (role === undefined) return undefined;
  return client === undefined ? '--role narrows a client: add --client <file>.' : roleProblem(settings, role);
}

/** The client that the command line names takes the place of the clients in the config. */
function withClient(config: Config, { client, role }: GenerateFlags): Config {
  if (client === undefined) return config;
  return { ...config, clients: [{ file: client, ...(role === undefined ? {} : { role }) }] };
}

async function end(
  terminal: Terminal,
  flags: GenerateFlags,
  config: Config,
  { value: { plan, model }, warnings }: Extract<Result<Generation>, { ok: true }>,
): Promise<ExitCode> {
  // A check overwrites nothing, so it shows edits as differences and refuses no edit.
  const conflicts = conflictDiagnostics(plan, { force: Boolean(flags.force || flags.check) });
  if (conflicts.length > 0) return fail(terminal, flags, conflicts);

  const counts = countSteps(plan);
  const isCurrent = counts.written + counts.removed === 0;
  if (!flags.check && !flags.dryRun) await applyPlan(config.root, config.output, plan);

  if (flags.json) {
    const ok = !flags.check || isCurrent;
    const files = await filesAsJson(plan, flags);
    printJson(terminal, { command: 'generate', ok, diagnostics: diagnosticsAsJson(warnings), ...counts, files });
  } else if (flags.check) {
    reportWarnings(terminal, warnings);
    await showCheck(terminal, plan);
  } else {
    reportWarnings(terminal, warnings);
    for (const line of renderSteps(plan, { color: terminal.color, all: Boolean(flags.dryRun) })) terminal.print(line);
    const source = config.file ?? 'without a config file';
    terminal.print(`${countTypes(model)} (${source}): ${renderCounts(counts, Boolean(flags.dryRun))}.`);
  }
  return flags.check && !isCurrent ? 2 : 0;
}

async function showCheck(terminal: Terminal, plan: Plan): Promise<void> {
  const changed = changesOf(plan);
  if (changed.length === 0) {
    terminal.print(`The generated code is up to date (${plural(plan.steps.length, 'file')}).`);
    return;
  }
  const { diffOf } = await import('../write/diff.js');
  for (const step of changed) terminal.print(paintDiff(diffOf(step).trimEnd(), terminal.color));
  const edited = plan.conflicts.filter(({ kind }) => kind === 'edited').map(({ path }) => path);
  // Without --force, generate refuses to lose edits.
  const way =
    edited.length === 0
      ? 'Run "content-gen generate"'
      : `Edited by hand: ${edited.join(', ')}. Move the edits to your own code, run "content-gen generate --force"`;
  terminal.report(`\n${plural(changed.length, 'file')} out of date. ${way} and commit the result.`);
}

async function filesAsJson(plan: Plan, flags: GenerateFlags): Promise<readonly object[]> {
  const changed = changesOf(plan);
  if (!flags.check) return changed.map(({ path, action }) => ({ path, action }));
  const { diffOf } = await import('../write/diff.js');
  return changed.map((step) => ({ path: step.path, action: step.action, diff: diffOf(step) }));
}

function changesOf({ steps }: Plan): readonly FileStep[] {
  return steps.filter(({ action }) => action !== 'keep');
}

function fail(terminal: Terminal, flags: GenerateFlags, diagnostics: readonly Diagnostic[]): ExitCode {
  if (flags.json) printJson(terminal, { command: 'generate', ok: false, diagnostics: diagnosticsAsJson(diagnostics) });
  else reportDiagnostics(terminal, diagnostics);
  return 1;
}
