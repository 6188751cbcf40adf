import { type State, isSame, emptyState } from './state.js';

type Records = 'tables' | 'sequences' | 'types' | 'components';

/** A state, or the difference between two. A removed entry is `null`. */
export type StateChanges = Readonly<Record<Records, Readonly<Record<string, unknown>>>> & {
  readonly defaultLocale: string;
};

const records = ['tables', 'sequences', 'types', 'components'] as const;

export function flat({ schema, model }: State): StateChanges {
  const { tables, sequences } = schema;
  const { types, components, defaultLocale } = model;
  return { tables: { ...tables }, sequences, types, components, defaultLocale };
}

export function changesBetween(from: State, to: State): StateChanges {
  const [before, now] = [flat(from), flat(to)];
  const changed = (key: Records) => ({
    ...Object.fromEntries(Object.keys(before[key]).flatMap((name) => (now[key][name] ? [] : [[name, null]]))),
    ...Object.fromEntries(Object.entries(now[key]).filter(([name, value]) => !isSame(value, before[key][name]))),
  });
  return {
    tables: changed('tables'),
    sequences: changed('sequences'),
    types: changed('types'),
    components: changed('components'),
    defaultLocale: now.defaultLocale,
  };
}

export function withChanges(from: State, changes: StateChanges): State {
  const before = flat(from);
  const [tables, sequences, types, components] = records.map((key) => {
    const entries = Object.entries({ ...before[key], ...changes[key] });
    return Object.fromEntries(entries.filter(([, value]) => value !== null));
  });
  const { defaultLocale } = changes;
  // The changes come from JSON that `asText` wrote, so the records have the types of a state.
  return { version: 1, schema: { tables, sequences }, model: { defaultLocale, types, components } } as State;
}

/** Writes one line per table, type and component, so that a diff shows which of them changed. */
export function asText(head: Readonly<Record<string, unknown>>, changes: StateChanges): string {
  const lines = (record: object) =>
    Object.entries(record)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => `\n  ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
      .join(',');
  const parts = [
    ...Object.entries({ version: 1, ...head }).map(([key, value]) => `"${key}": ${JSON.stringify(value)}`),
    ...records.map((key) => `"${key}": {${lines(changes[key])}\n}`),
    `"defaultLocale": ${JSON.stringify(changes.defaultLocale)}`,
  ];
  return `{\n${parts.join(',\n')}\n}\n`;
}

/** Reads the output of `asText`. Undefined if the text is something else. */
export function fromText<Head extends object>(text: string): (Head & StateChanges) | undefined {
  try {
    const written: Head & StateChanges & { readonly version?: unknown } = JSON.parse(text);
    const complete = written.version === 1 && records.every((key) => typeof written[key] === 'object');
    return complete ? written : undefined;
  } catch {
    return undefined;
  }
}

/** The state from a text that contains all of it. */
export function stateFrom(changes: StateChanges): State {
  return withChanges(emptyState, changes);
}
