import { join } from 'node:path';

import { loadConfig } from '../config/index.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { generate } from '../generate/generate.js';
import type { Statement } from '../migrate/plan/statement.js';
import type { FileStep } from '../write/index.js';

/** The work that the files of a project still need, as they are now. */
export interface Pending {
  /** Errors in the config or the definitions. The rest is empty then. */
  readonly diagnostics: readonly Diagnostic[];
  /** Generated files that differ from the definitions. */
  readonly files: readonly { readonly path: string; readonly action: FileStep['action']; readonly diff: string }[];
  /** The statements of the next migration. */
  readonly migration: {
    readonly after: readonly string[];
    readonly statements: readonly Statement[];
    /** Why the migration cannot be planned. */
    readonly problem?: string;
  };
  /** The database that is served, compared with the definitions. */
  readonly database: { readonly missing: readonly string[]; readonly drift: readonly string[] };
}

const nothing: Pending = {
  diagnostics: [],
  files: [],
  migration: { after: [], statements: [] },
  database: { missing: [], drift: [] },
};

export async function pendingWork(root: string, configFile: string | undefined, databaseUrl: string): Promise<Pending> {
  const config = await loadConfig(root, configFile);
  if (!config.ok) return { ...nothing, diagnostics: config.diagnostics };
  const generation = await generate(config.value);
  if (!generation.ok) return { ...nothing, diagnostics: generation.diagnostics };
  const { model, plan } = generation.value;
  const [{ diffOf }, { plannedChanges }, { compareSchema }, { MigrationProblem }] = await Promise.all([
    import('../write/diff.js'),
    import('../migrate/planned.js'),
    import('../migrate/compare.js'),
    import('../migrate/problem.js'),
  ]);
  const planned = await plannedChanges(config.value, model, join(root, 'migrations')).then(
    ({ heads, statements }) => ({ after: heads, statements }),
    (error: unknown) => {
      if (!(error instanceof MigrationProblem)) throw error;
      return { after: [], statements: [], problem: error.message };
    },
  );
  const { missing, drift } = await compareSchema(databaseUrl, config.value, model);
  return {
    diagnostics: generation.warnings,
    files: plan.steps
      .filter(({ action }) => action !== 'keep')
      .map((step) => ({ path: step.path, action: step.action, diff: diffOf(step) })),
    migration: planned,
    database: { missing, drift },
  };
}
