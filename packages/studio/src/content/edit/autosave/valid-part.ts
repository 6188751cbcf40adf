import type { Problem } from '../../../failure.js';
import { isEntry } from '../../form/blank.js';
import { changedNames } from '../../form/merge.js';
import { formProblems } from '../../form/problems/problems.js';
import type { Components, DescribedAttribute, FormValue, FormValues } from '../../form/value.js';
import type { Writing } from '../writing.js';

/** Values that the server has refused, by the attribute. They are sent again when they have changed. */
export type Refusals = ReadonlyMap<string, { readonly value: FormValue; readonly problems: readonly Problem[] }>;

/** The changes of a form that can be saved while a person types. */
interface ValidPart {
  /** The values of the form; those of other changes are as they are saved. */
  readonly values: FormValues;
  readonly isEmpty: boolean;
  /** Why the other changes are not saved. */
  readonly problems: readonly Problem[];
}

export function validPart({ key: { type }, form, description }: Writing, refusals: Refusals): ValidPart {
  const { attributes } = type;
  const { components } = description;
  const own = formProblems(attributes, form.values, { components, isFinal: false });
  const refused = [...refusals].flatMap(([name, { value, problems }]) => (form.values[name] === value ? problems : []));
  const problems = [...own, ...refused];
  const left = new Set(problems.map(({ path }) => String(path[0])));
  for (const attribute of attributes) {
    if (isHeldBack(attribute, form.values[attribute.name], components)) left.add(attribute.name);
  }
  const pairs = Object.entries(form.values).map(([name, value]) => [name, left.has(name) ? form.base[name] : value]);
  // Each value has the kind that it had before.
  const values = Object.fromEntries(pairs) as FormValues;
  return { values, isEmpty: changedNames(form.base, values).length === 0, problems };
}

/** A save forgets the words in passwords and in private attributes, so half of such a word would take its place. */
export function isHeldBack(attribute: DescribedAttribute, value: FormValue, components: Components): boolean {
  if (!attribute.readable || (attribute.kind === 'scalar' && attribute.type === 'password')) return value !== undefined;
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.filter(isEntry).some(({ component, values }) => {
    const inner = components[component]?.attributes ?? [];
    return inner.some((each) => isHeldBack(each, values[each.name], components));
  });
}
