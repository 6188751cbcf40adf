import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { countSteps } from '../write/index.js';
import type { Config } from '../config/index.js';
import { type Result, failed, ok } from '../diagnostics/diagnostic.js';
import { completeWrites } from '../files/write-together.js';
import { type GenerateOptions, generate } from '../generate/generate.js';
import type { ContentModel } from '../model/model.js';
import { applyPlan, conflictDiagnostics, diskDiagnostic } from '../write/index.js';
import { appFileOf, findHooks } from '../project/app-files.js';
import { type Bundle, bundle } from './bundle.js';
import type { ServeReport } from '../terminal/serve-event.js';

/** The current code of the project, bundled but not loaded. */
export interface Prepared {
  readonly config: Config;
  readonly model: ContentModel;
  /** The project's own app, relative to the project. */
  readonly appFile?: string;
  readonly bundle: Bundle;
}

interface PrepareOptions extends GenerateOptions {
  /** Whether this is the start: then the existing code is bundled while the generator checks that it is current. */
  readonly isStart?: boolean;
  /** Aborted when the caller does not need the result any more. */
  readonly signal?: AbortSignal;
}

/** Generates, writes and bundles, but runs nothing. */
export async function prepare(
  config: Config,
  report: ServeReport,
  options: PrepareOptions = {},
): Promise<Result<Prepared>> {
  const { root } = config;
  const [appFile, hooks] = [appFileOf(root), findHooks(root)];
  const own = { app: appFile, hooks };
  const isThere = options.isStart === true && existsSync(join(root, config.output, 'index.ts'));
  const early = isThere ? bundle(config, own, options.signal).catch(() => undefined) : undefined;
  const written = await write(config, report, options).catch((error: unknown): Result<Written> => {
    const problem = diskDiagnostic(error, config);
    if (problem === undefined) throw error;
    return failed([problem]);
  });
  const before = await early;
  if (!written.ok) return written;
  const { model, isChanged } = written.value;
  if (isChanged) await before?.remove();
  const bundled = (isChanged ? undefined : before) ?? (await bundle(config, own, options.signal));
  if (appFile !== undefined && hooks !== undefined && !bundled.sources.includes(join(root, hooks))) {
    report({ event: 'unusedHooks', hooks, app: appFile });
  }
  return ok({ config, model, bundle: bundled, ...(appFile === undefined ? {} : { appFile }) });
}

interface Written {
  readonly model: ContentModel;
  readonly isChanged: boolean;
}

async function write(config: Config, report: ServeReport, options: GenerateOptions): Promise<Result<Written>> {
  await completeWrites(config.root);
  const generation = await generate(config, options);
  if (!generation.ok) return generation;
  const { plan, model } = generation.value;
  const conflicts = conflictDiagnostics(plan, { force: false });
  if (conflicts.length > 0) return failed(conflicts);

  await applyPlan(config.root, config.output, plan);
  const counts = countSteps(plan);
  report({ event: 'generated', ...counts });
  if (generation.warnings.length > 0) report({ event: 'warnings', diagnostics: generation.warnings });
  return ok({ model, isChanged: counts.written + counts.removed > 0 });
}
