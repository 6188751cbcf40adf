import { Command } from 'commander';

import { loadConfig } from '../config/index.js';
import { diagnosticsAsJson, printJson, reportDiagnostics } from '../terminal/diagnostics.js';
import { renderFindings } from '../terminal/findings.js';
import type { ExitCode, Terminal } from '../terminal/terminal.js';
import { examples } from './examples.js';

interface DoctorFlags {
  readonly json?: boolean;
  readonly config?: string;
}

export function doctorCommand(terminal: Terminal): Command {
  return new Command('doctor')
    .description('find problems of the project, its database and its settings for production')
    .option('--config <file>', 'use this config file instead of content-gen.config.*')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Checks versions, the config, the generated code, the database (of DATABASE_URL, or the embedded one), its tables, missing
indexes, dangling references, and secrets and defaults that production should not have. Changes nothing.`,
    )
    .addHelpText(
      'after',
      examples(
        ['doctor', 'list every finding, and what to do about it'],
        ['doctor --json', 'the same for a script, for example before a deployment'],
      ),
    )
    .addHelpText('after', '  $ DATABASE_URL=postgres://me@db.example.org/mine content-gen doctor')
    .addHelpText('after', '\nExit codes: 0 nothing to do, 1 errors or warnings, 64 wrong use.')
    .action(async (flags: DoctorFlags) => terminal.finish(await run(terminal, flags)));
}

async function run(terminal: Terminal, flags: DoctorFlags): Promise<ExitCode> {
  const config = await loadConfig(terminal.cwd, flags.config);
  if (!config.ok) {
    const { diagnostics } = config;
    if (flags.json) printJson(terminal, { command: 'doctor', ok: false, diagnostics: diagnosticsAsJson(diagnostics) });
    else reportDiagnostics(terminal, diagnostics);
    return 1;
  }
  const { examine } = await import('../doctor/doctor.js');
  const findings = await examine(config.value);
  const ok = findings.every(({ level }) => level === 'ok' || level === 'note');
  if (flags.json) printJson(terminal, { command: 'doctor', ok, findings });
  else for (const line of renderFindings(findings, terminal)) terminal.print(line);
  return ok ? 0 : 1;
}
