import type { AttributeState, ModelState } from '../../state/state.js';

type Entries = Extract<AttributeState, { kind: 'entries' }>;

export interface EntryPath {
  readonly component: string;
  /** A path of jsonpath to the entries. Lax paths also find an entry that is not in a list. */
  readonly path: string;
  /** The place in the definition, as the runtime writes it for unique values: `sections.shared.quote`. */
  readonly place: string;
}

/** The places of components inside an attribute, also nested. */
export function entriesWithin(key: string, attribute: Entries, model: ModelState): readonly EntryPath[] {
  return within({ path: '$', place: key }, attribute, model);
}

function within(holder: Omit<EntryPath, 'component'>, { shape, components }: Entries, model: ModelState): EntryPath[] {
  return components.flatMap((component) => {
    const filter = shape === 'zone' ? ` ? (@."__component" == ${JSON.stringify(component)})` : '';
    const path = `${holder.path}[*]${filter}`;
    const place = shape === 'zone' ? `${holder.place}.${component}` : holder.place;
    const nested = Object.entries(model.components[component]?.attributes ?? {}).flatMap(([key, attribute]) => {
      if (attribute.kind !== 'entries') return [];
      return within({ path: `${path}.${JSON.stringify(key)}`, place: `${place}.${key}` }, attribute, model);
    });
    return [{ component, path, place }, ...nested];
  });
}
