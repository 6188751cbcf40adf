import { loadConfig } from '../config/index.js';
import { roleProblem } from '../permissions/roles.js';
import { diagnosticsAsJson, printJson, reportDiagnostics } from '../terminal/diagnostics.js';
import { refuse } from '../terminal/failure.js';
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
    const diagnostics = model.ok ? [] : model.diagnostics;
    if (flags.json)
      printJson(terminal, { command: 'generate', ok: false, diagnostics: diagnosticsAsJson(diagnostics) });
    else reportDiagnostics(terminal, diagnostics);
    return 1;
  }
  const { settings } = config.value;
  const role = flags.openapi === true ? undefined : flags.openapi;
  const problem = role === undefined ? undefined : roleProblem(settings, role);
  if (problem !== undefined) return refuse(terminal, 'generate', flags, problem);
  terminal.print(jsonText(openapiDocument(model.value, settings, role)).trimEnd());
  return 0;
}
