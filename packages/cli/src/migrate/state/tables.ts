import type { Config } from '../../config/index.js';
import { emit } from '../../emit/index.js';
import type { ContentModel } from '../../model/model.js';
import { PackageProblem, importGenerated } from '../../project/generated-module.js';
import type { TablesModule } from '../describe.js';
import { MigrationProblem } from '../problem.js';

/** The tables of a model, whether the generated code has been written or not. */
export async function tablesOf({ root, settings }: Config, model: ContentModel): Promise<TablesModule> {
  const files = emit(model, { settings, importExtension: '.js' });
  try {
    return await importGenerated<TablesModule>(root, files, 'schema.ts');
  } catch (error) {
    throw error instanceof PackageProblem ? new MigrationProblem(error.message) : error;
  }
}
