import { isEntry } from './blank.js';
import type { Entry, FormValue, FormValues } from './value.js';

/** Saved values whose entries keep the keys that they were sent with: an entry stays open, and keeps the focus. */
export function withKeysOf(sent: FormValues, saved: FormValues): FormValues {
  return withEntries(saved, sent, (entry, index, before) => {
    const was = before[index];
    const isSame = was?.component === entry.component && (was.id === undefined || was.id === entry.id);
    return isSame ? { ...entry, key: was.key, values: withKeysOf(was.values, entry.values) } : entry;
  });
}

/**
 * Values whose entries have the ids of saved entries, so that the next save changes the saved entries and creates no
 * copies.
 */
export function withIdsOf(saved: FormValues, values: FormValues): FormValues {
  return withEntries(values, saved, (entry, _, stored) => {
    const own = stored.find(({ key, component }) => key === entry.key && component === entry.component);
    if (own === undefined) return entry;
    return { ...entry, ...(own.id === undefined ? {} : { id: own.id }), values: withIdsOf(own.values, entry.values) };
  });
}

type Change = (entry: Entry, index: number, others: readonly Entry[]) => Entry;

/** Changes each entry, beside the entries of the same attribute in another form. */
function withEntries(values: FormValues, others: FormValues, change: Change): FormValues {
  const pairs = Object.entries(values).map(([name, value]): readonly [string, FormValue] => {
    const entries = entriesOf(value);
    if (entries.length === 0) return [name, value];
    const beside = entriesOf(others[name]);
    return [name, entries.map((entry, index) => change(entry, index, beside))];
  });
  return Object.fromEntries(pairs);
}

function entriesOf(value: FormValue): readonly Entry[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.filter(isEntry);
}
