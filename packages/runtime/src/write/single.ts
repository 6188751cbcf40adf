import type { Executor } from '../database/index.js';
import type { AnyModel } from '../model/index.js';
import { run } from '../sql/index.js';

/** The document of a single type; `undefined` before the first write. */
export async function singleDocument(executor: Executor, model: AnyModel): Promise<string | undefined> {
  const [row] = await run<{ id: string }>(
    executor,
    (param) => `select id from cg_documents where type = ${param(model.name, 'text')} and single`,
  );
  return row?.id;
}
