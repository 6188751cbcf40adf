import { createHash } from 'node:crypto';

import {
  type AnyComponent,
  type AnyModel,
  type Values,
  componentOf,
  entriesIn,
  isUnique,
  storageOf,
} from '../../model/index.js';
import type { Executor } from '../../database/index.js';
import { run } from '../../sql/index.js';
import { type ValuePath, type Problem, problemsError } from '../input/problems.js';
import { type MayRepeat, withoutForeignValues } from './repeatable.js';
import { UNIQUE_MESSAGE } from './unique.js';
import { versionsIn } from '../versions/rows.js';
import type { WriteTarget } from '../targets/target.js';

/** A unique value in an entry. */
interface UniqueValue {
  /** The attribute of the value in the definition: `codes.value`. */
  readonly attribute: string;
  readonly path: ValuePath;
  readonly value: unknown;
  readonly hash: string;
}

/** Registers the unique values in the entries of a published version, and refuses values that another document has. */
export async function registerEntryValues(
  executor: Executor,
  target: WriteTarget,
  values: Values,
  may: MayRepeat,
): Promise<void> {
  const { model, documentId, locale } = target;
  if (!storageOf(model).hasUniqueEntries) return;
  const found = collect(model, values, [], '');
  const problems = [...repeated(found), ...(await taken(executor, target, found))];
  if (problems.length > 0) throw problemsError(withoutForeignValues(problems, may));
  await forgetEntryValues(executor, model, documentId, locale);
  if (found.length === 0) return;
  await run(executor, (param) => {
    const rows = param(JSON.stringify(found.map(({ attribute, hash }) => ({ path: attribute, hash }))), 'jsonb');
    return `insert into cg_unique_values (type, path, locale, hash, document_id) select ${param(model.name, 'text')}, x.path, ${param(locale, 'text')}, x.hash, ${param(documentId, 'text')} from jsonb_to_recordset(${rows}) as x(path text, hash text)`;
  });
}

/** Registers shared values for each other locale, because the write has copied the values there. */
export async function registerSharedValues(executor: Executor, target: WriteTarget, may: MayRepeat): Promise<void> {
  const { model, documentId, locale } = target;
  if (!storageOf(model).hasUniqueEntries) return;
  const others = await run<{ locale: string }>(
    executor,
    (param) =>
      `select locale from ${storageOf(model).table} where document_id = ${param(documentId, 'text')} and locale <> ${param(locale, 'text')} and cg_status = 'published'`,
  );
  for (const other of others) {
    const versions = await versionsIn(executor, model, documentId, other.locale);
    const published = versions.find(({ status }) => status === 'published');
    await registerEntryValues(executor, { ...target, locale: other.locale }, published?.values ?? {}, may);
  }
}

export async function forgetEntryValues(
  executor: Executor,
  model: AnyModel,
  documentId: string,
  locale: string,
): Promise<void> {
  if (!storageOf(model).hasUniqueEntries) return;
  await run(
    executor,
    (param) =>
      `delete from cg_unique_values where document_id = ${param(documentId, 'text')} and locale = ${param(locale, 'text')}`,
  );
}

function collect(holder: AnyModel | AnyComponent, values: Values, path: ValuePath, prefix: string): UniqueValue[] {
  return Object.entries(holder.attributes).flatMap(([name, attribute]) => {
    const value = values[name] ?? null;
    const at = [...path, name];
    if (attribute.kind === 'scalar') {
      if (holder.kind !== 'component' || !isUnique(attribute) || value === null || value === '') return [];
      const hash = createHash('sha256').update(JSON.stringify(value)).digest('hex');
      return [{ attribute: `${prefix}${name}`, path: at, value, hash }];
    }
    return entriesIn(value).flatMap((entry, index) => {
      const component = componentOf(attribute, entry);
      if (component === undefined) return [];
      const inner = attribute.kind === 'dynamicZone' ? `${prefix}${name}.${component.name}.` : `${prefix}${name}.`;
      return collect(component, entry, Array.isArray(value) ? [...at, index] : at, inner);
    });
  });
}

/** As in Strapi, each of several equal values is a problem, also the first one. */
function repeated(found: readonly UniqueValue[]): Problem[] {
  const keyOf = ({ attribute, hash }: UniqueValue) => `${attribute} ${hash}`;
  const [once, twice] = [new Set<string>(), new Set<string>()];
  for (const value of found) (once.has(keyOf(value)) ? twice : once).add(keyOf(value));
  return found.flatMap((each) =>
    twice.has(keyOf(each)) ? [{ path: each.path, message: UNIQUE_MESSAGE, value: each.value }] : [],
  );
}

async function taken(executor: Executor, target: WriteTarget, found: readonly UniqueValue[]): Promise<Problem[]> {
  if (found.length === 0) return [];
  const rows = await run<{ path: string; hash: string }>(executor, (param) => {
    const wanted = param(JSON.stringify(found.map(({ attribute, hash }) => ({ path: attribute, hash }))), 'jsonb');
    return `select u.path, u.hash from cg_unique_values u join jsonb_to_recordset(${wanted}) as x(path text, hash text) on u.path = x.path and u.hash = x.hash where u.type = ${param(target.model.name, 'text')} and u.locale = ${param(target.locale, 'text')} and u.document_id <> ${param(target.documentId, 'text')}`;
  });
  const keys = new Set(rows.map(({ path, hash }) => `${path} ${hash}`));
  return found.flatMap(({ attribute, path, value, hash }) =>
    keys.has(`${attribute} ${hash}`) ? [{ path, message: UNIQUE_MESSAGE, value }] : [],
  );
}
