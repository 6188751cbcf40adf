import { countSteps } from '../commands/summary.js';
import type { Config } from '../config.js';
import { type Result, failed, ok } from '../diagnostics.js';
import { type GenerateOptions, generate } from '../generate.js';
import type { ContentModel } from '../model/model.js';
import { applyPlan, conflictDiagnostics, diskDiagnostic } from '../write/index.js';
import { findApp, findHooks } from './app.js';
import { type Bundle, bundle } from './bundle.js';
import type { Report } from './event.js';

/** The project's code as it is on disk now, ready to be run. */
export interface Prepared {
  readonly config: Config;
  readonly model: ContentModel;
  /** The project's own app, relative to the project. */
  readonly appFile?: string;
  readonly bundle: Bundle;
}

/** Generates, writes and bundles; runs nothing of it. */
export async function prepare(
  config: Config,
  report: Report,
  options: GenerateOptions = {},
): Promise<Result<Prepared>> {
  const model = await write(config, report, options).catch((error: unknown): Result<ContentModel> => {
    const problem = diskDiagnostic(error, config);
    if (problem === undefined) throw error;
    return failed([problem]);
  });
  if (!model.ok) return model;
  const appFile = findApp(config.root);
  const bundled = await bundle(config, { app: appFile, hooks: findHooks(config.root) });
  return ok({ config, model: model.value, bundle: bundled, ...(appFile === undefined ? {} : { appFile }) });
}

async function write(config: Config, report: Report, options: GenerateOptions): Promise<Result<ContentModel>> {
  const generation = await generate(config, options);
  if (!generation.ok) return generation;
  const { plan, model } = generation.value;
  const conflicts = conflictDiagnostics(plan, { force: false });
  if (conflicts.length > 0) return failed(conflicts);

  await applyPlan(config.root, config.output, plan);
  report({ event: 'generated', ...countSteps(plan) });
  return ok(model);
}
