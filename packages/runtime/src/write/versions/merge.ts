import { type AnyModel, type Values, storageOf } from '../../model/index.js';
import type { Input } from '../input/input.js';
import { type MergeContext, initialValue, mergeValue } from './entries.js';
import type { Version } from '../targets/target.js';

export interface MergedRow {
  /** Columns to write. */
  readonly columns: ReadonlyMap<string, unknown>;
  /** All values of the version after the write, except for relations. */
  readonly values: Values;
}

/** The columns of a version after a write, except for relations. Attributes that were not sent keep their value. */
export function mergeRow(
  model: AnyModel,
  input: Input,
  edit: Version | undefined,
  sibling: Pick<Version, 'values'> | undefined,
  context: MergeContext,
): MergedRow {
  const columns = new Map<string, unknown>();
  for (const { name, shared } of storageOf(model).columns) {
    const attribute = model.attributes[name];
    const sent = input.get(name);
    if (attribute !== undefined && sent !== undefined && sent.kind !== 'relation') {
      // Locales share this value, so it is there before the first version in this locale.
      const current = edit === undefined && shared ? sibling : edit;
      columns.set(name, mergeValue(name, attribute, current?.values[name], sent, context));
    } else if (edit === undefined) {
      const inherits = shared && sibling !== undefined;
      const initial = attribute === undefined ? null : initialValue(attribute);
      columns.set(name, inherits ? (sibling.values[name] ?? null) : initial);
    }
  }
  return { columns, values: { ...edit?.values, ...Object.fromEntries(columns) } };
}
