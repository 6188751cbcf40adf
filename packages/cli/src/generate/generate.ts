import type { Config } from '../config/index.js';
import { checkPermissions } from '../permissions/check.js';
import { type Result, type Span, failed, isWarning, ok } from '../diagnostics/diagnostic.js';
import { emitClient } from '../emit/client.js';
import { locate } from '../config/source-position.js';
import { usersPermission } from '../permissions/registration.js';
import { usersPluginFile } from '../project/users-plugin.js';
import { emit } from '../emit/index.js';
import type { GeneratedFile } from '../files/generated-file.js';
import { formatFiles } from '../format/index.js';
import { importExtension } from '../format/import-extension.js';
import { type PlannedDefinition, loadDefinitions } from '../load/index.js';
import { buildModel } from '../model/build.js';
import type { ContentModel } from '../model/model.js';
import { openapiFile } from '../openapi/index.js';
import { surfaceFile } from '../surface/surface.js';
import { type Plan, planFor, withFile } from '../write/index.js';

export interface Generation {
  readonly model: ContentModel;
  readonly plan: Plan;
}

export interface GenerateOptions {
  /** Called during formatting, which takes most of the time. */
  readonly progress?: (done: number, total: number) => void;
}

/**
 * Reads the definitions and plans the writes. `generate`, `--dry-run` and `--check` only differ in what they do with
 * the plan.
 */
export async function generate(config: Config, options: GenerateOptions = {}): Promise<Result<Generation>> {
  const model = await readModel(config);
  if (!model.ok) return model;

  const files = await renderFiles(config, model.value, options);
  const targets = new Map(config.clients.map(({ file }, at) => [clientName(at), file]));
  let plan = await planFor(
    config,
    files.filter(({ path }) => !targets.has(path)),
  );
  for (const file of files) {
    const path = targets.get(file.path);
    if (path !== undefined) plan = await withFile(config.root, plan, { ...file, path });
  }
  return ok({ model: model.value, plan }, model.warnings);
}

/** The name of a client among the generated files. The client itself is written to the path in the config. */
function clientName(at: number): string {
  return `client-${at}.ts`;
}

/** Reads and checks the definitions of a project, and those that another command is about to write. */
export async function readModel(
  config: Config,
  planned: readonly PlannedDefinition[] = [],
): Promise<Result<ContentModel>> {
  const definitions = await loadDefinitions(config, planned);
  if (!definitions.ok) return definitions;
  const model = buildModel(definitions.value, {
    customFields: config.customFields,
    users: usersAsked(config),
  });
  if (!model.ok) return model;
  const diagnostics = checkPermissions(config, model.value);
  if (!diagnostics.every(isWarning)) return failed(diagnostics);
  return ok(model.value, [...definitions.warnings, ...model.warnings, ...diagnostics]);
}

/** Where a project asks for users without a relation to them: with the plugin of Strapi, or with a permission. */
function usersAsked({ root, settings, source }: Config): (names: readonly string[]) => Span | undefined {
  return (names) => {
    const file = usersPluginFile(root);
    if (file !== undefined) return { file, line: 1, column: 1 };
    const path = usersPermission(settings, names);
    return path && source && locate(source, path);
  };
}

/** The generated code as it is written to disk. */
export async function renderFiles(
  config: Config,
  model: ContentModel,
  options: GenerateOptions = {},
): Promise<readonly GeneratedFile[]> {
  const emitted = emit(model, {
    settings: config.settings,
    importExtension: importExtension(config.root, config.output),
    ...(config.file === undefined ? {} : { configFile: config.file }),
  });
  const clients = config.clients.map(({ role }, at) => ({
    path: clientName(at),
    content: emitClient(model, config.settings, role),
  }));
  const task = { root: config.root, output: config.output, ...options };
  const formatted = await formatFiles(task, [...emitted, ...clients]);
  // Prettier would break the long lines of these files, which have a line for each right and each property.
  const openapi = config.openapi ? [openapiFile(model, config.settings)] : [];
  return [...formatted, ...openapi, surfaceFile(model, config.settings)];
}
