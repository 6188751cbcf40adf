import { Command } from 'commander';

import { loadConfig } from '../config/index.js';
import { diagnosticsAsJson, printJson, reportDiagnostics, reportWarnings } from '../terminal/diagnostics.js';
import { countTypes, plural } from '../terminal/summary.js';
import { examples } from './examples.js';
import { ignoredCode } from './ignored-code.js';
import type { ExitCode, Terminal } from '../terminal/terminal.js';

interface CheckOptions {
  readonly config?: string;
  readonly json?: boolean;
}

export function checkCommand(terminal: Terminal): Command {
  return new Command('check')
    .description('check the definitions and the config without writing anything')
    .option('--config <file>', 'use this config file instead of content-gen.config.*')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['check', 'show every error with its position and a hint; exit code 1 if there is one'],
        ['check --json', 'the same for an editor or a script'],
        ['generate --check', 'also check that the generated code is up to date'],
      ),
    )
    .action(async (options: CheckOptions) => terminal.finish(await check(terminal, options)));
}

async function check(terminal: Terminal, options: CheckOptions): Promise<ExitCode> {
  const { readModel } = await import('../generate/generate.js');
  const config = await loadConfig(terminal.cwd, options.config);
  const model = config.ok ? await readModel(config.value) : config;
  const diagnostics = [...(model.ok ? model.warnings : model.diagnostics), ...(await ignoredCode(terminal.cwd))];

  if (options.json) {
    const counts = model.ok
      ? { contentTypes: model.value.contentTypes.length, components: model.value.components.length }
      : {};
    printJson(terminal, { command: 'check', ok: model.ok, diagnostics: diagnosticsAsJson(diagnostics), ...counts });
  } else if (model.ok) {
    reportWarnings(terminal, diagnostics);
    const warnings = diagnostics.length === 0 ? '' : `, ${plural(diagnostics.length, 'warning')}`;
    terminal.print(`${countTypes(model.value)}: no errors${warnings}.`);
  } else {
    reportDiagnostics(terminal, diagnostics);
  }
  return model.ok ? 0 : 1;
}
