import { loadConfig } from '../../config/index.js';
import { renderDiagnostic } from '../../terminal/diagnostics.js';
import { suggest } from '../../diagnostics/suggestion.js';
import { actionsOf, pluginActions } from '../../permissions/actions.js';

/** The errors in the actions of a new token. A misspelled action would be granted and never match. */
export async function unknownActions(root: string, actions: readonly string[]): Promise<readonly string[]> {
  if (actions.length === 0) return [];
  const { readModel } = await import('../../generate/generate.js');
  const config = await loadConfig(root);
  const model = config.ok ? await readModel(config.value) : config;
  if (!model.ok) return model.diagnostics.map((diagnostic) => renderDiagnostic(diagnostic, { color: false }));

  const types = [...model.value.contentTypes.map(({ name }) => name), ...Object.keys(pluginActions)];
  return actions.flatMap((written) => {
    const [type = '', action = '', ...rest] = written.split('.');
    if (!types.includes(type))
      return [line(written, `the content type "${type}" does not exist`, suggest(type, types))];
    if (rest.length === 0 && actionsOf(type, model.value).includes(action)) return [];
    return [line(written, `the actions of ${type} are ${actionsOf(type, model.value).join(', ')}`)];
  });
}

function line(written: string, problem: string, hint?: string): string {
  return `--action ${written}: ${problem}${hint === undefined ? '' : ` (${hint})`}`;
}
