import type { Config } from '../config/index.js';
import { checkPermissions } from '../permissions/check.js';
import { type Result, failed, ok } from '../diagnostics/diagnostic.js';
import { emit } from '../emit/index.js';
import type { GeneratedFile } from '../files/generated-file.js';
import { formatFiles } from '../format/index.js';
import { importExtension } from '../format/import-extension.js';
import { loadDefinitions } from '../load/index.js';
import { buildModel } from '../model/build.js';
import type { ContentModel } from '../model/model.js';
import { openapiFile } from '../openapi/index.js';
import { surfaceFile } from '../surface/surface.js';
import { type Plan, planFor } from '../write/index.js';

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
  return ok({ model: model.value, plan: await planFor(config, files) });
}

/** Reads and checks the definitions of a project. */
export async function readModel(config: Config): Promise<Result<ContentModel>> {
  const definitions = await loadDefinitions(config);
  if (!definitions.ok) return definitions;
  const model = buildModel(definitions.value);
  if (!model.ok) return model;
  const diagnostics = checkPermissions(config, model.value);
  return diagnostics.length > 0 ? failed(diagnostics) : model;
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
  const openapi = config.openapi ? [openapiFile(model, config.settings)] : [];
  const files = [...emitted, ...openapi];
  const formatted = await formatFiles({ root: config.root, output: config.output, ...options }, files);
  return [...formatted, surfaceFile(model, config.settings)];
}
