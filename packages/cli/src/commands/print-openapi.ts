import { loadConfig } from '../config/index.js';
import { roleProblem } from '../permissions/roles.js';
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
  const problem = role === undefined ? undefined : roleProblem(settings, role);
  if (problem !== undefined) {
    terminal.report(problem);
    return 1;
  }
  terminal.print(jsonText(openapiDocument(model.value, settings, role)).trimEnd());
  return 0;
}
