import { loadConfig } from '../config/index.js';
import { suggest } from '../diagnostics/suggestion.js';
import { reportDiagnostics } from '../terminal/diagnostics.js';
import type { ExitCode, Terminal } from '../terminal/terminal.js';
import type { GenerateFlags } from './generate.js';

/** Prints the OpenAPI document: of the whole API, or of the part that one role reaches. */
export async function printOpenapi(terminal: Terminal, flags: GenerateFlags): Promise<ExitCode> {
  const [{ readModel }, { jsonText, openapiDocument }] = await Promise.all([
    import('../generate/generate.js'),
    import('../openapi/index.js'),
  ]);
  const config = await loadConfig(terminal.cwd, flags.config);
  const model = config.ok ? await readModel(config.value) : config;
  if (!config.ok || !model.ok) {
    reportDiagnostics(terminal, model.ok ? [] : model.diagnostics);
    return 1;
  }
  const { settings } = config.value;
  const role = flags.openapi === true ? undefined : flags.openapi;
  const roles = [...new Set(['public', 'authenticated', ...Object.keys(settings.permissions)])];
  if (role !== undefined && !roles.includes(role)) {
    terminal.report(
      `There is no role "${role}" in the config. ${suggest(role, roles) ?? `The roles are ${roles.join(', ')}.`}`,
    );
    return 1;
  }
  terminal.print(jsonText(openapiDocument(model.value, settings, role)).trimEnd());
  return 0;
}
