import type { Executor } from '../database.js';
import { literal } from '../sql/builder.js';
import { run } from './loader.js';
import { storageOf } from './storage.js';
import type { Target } from './version.js';

/** Takes the targets of two-way one-to-one relations from their former owners, before they get a new one. */
export async function stealExclusives(
  executor: Executor,
  target: Target,
  all: Readonly<Record<string, unknown>>,
  written: ReadonlyMap<string, unknown>,
): Promise<void> {
  const { model, documentId, locale, publish } = target;
  const { table, exclusives } = storageOf(model);
  const statuses = !model.draftAndPublish ? ['published'] : publish ? ['draft', 'published'] : ['draft'];
  for (const { name, column, shared } of exclusives) {
    const id = all[name];
    if (typeof id !== 'string' || !(publish || written.has(name))) continue;
    await run(executor, (param) => {
      const where = [
        `${column} = ${param(id, 'text')}`,
        `status in (${statuses.map(literal).join(', ')})`,
        `document_id <> ${param(documentId, 'text')}`,
        ...(shared ? [] : [`locale = ${param(locale, 'text')}`]),
      ];
      return `update ${table} set ${column} = null, version = version + 1 where ${where.join(' and ')}`;
    });
  }
}
