import type { AnyModel } from '../../model/model.js';
import { type MergeContext, initialValue, mergeValue } from './entries.js';
import type { Input } from '../input/input.js';
import { storageOf } from '../../model/storage.js';
import type { Version } from './version.js';

export interface MergedRow {
  /** Columns to write. */
  readonly written: ReadonlyMap<string, unknown>;
  /** All columns as they will be. */
  readonly all: Readonly<Record<string, unknown>>;
}

/** The columns of a version after a write, except for relations. What was not sent stays, or begins with its default. */
export function mergeRow(
  model: AnyModel,
  input: Input,
  edit: Version | undefined,
  sibling: Pick<Version, 'values'> | undefined,
  context: MergeContext,
): MergedRow {
  const written = new Map<string, unknown>();
  for (const { name, shared } of storageOf(model).columns) {
    const attribute = model.attributes[name];
    const sent = input.get(name);
    if (attribute !== undefined && sent !== undefined && sent.kind !== 'relation') {
      // What locales share is there before the first version in this one.
      const current = edit === undefined && shared ? sibling : edit;
      written.set(name, mergeValue(name, attribute, current?.values[name], sent, context));
    } else if (edit === undefined) {
      const begins = shared && sibling !== undefined ? (sibling.values[name] ?? null) : undefined;
      const initial = attribute === undefined ? null : initialValue(attribute);
      written.set(name, begins !== undefined ? begins : initial);
    }
  }
  return { written, all: { ...edit?.values, ...Object.fromEntries(written) } };
}
