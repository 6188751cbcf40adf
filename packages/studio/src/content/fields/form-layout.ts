import type { DescribedAttribute } from '../form/value.js';

/** Fields under the heading of their group, or fields without one. */
export interface FormPart {
  readonly group: string | undefined;
  readonly attributes: readonly DescribedAttribute[];
}

/** A group stands at the place of its first attribute, and has all others of the same name. */
export function partsOfForm(attributes: readonly DescribedAttribute[]): readonly FormPart[] {
  const parts: { readonly group: string | undefined; readonly attributes: DescribedAttribute[] }[] = [];
  for (const attribute of attributes) {
    const { group } = attribute;
    const open = group === undefined ? parts.at(-1) : parts.find((part) => part.group === group);
    if (open !== undefined && open.group === group) open.attributes.push(attribute);
    else parts.push({ group, attributes: [attribute] });
  }
  return parts;
}
