import type { Property } from '../../attributes/kind.js';
import { literal } from '../../attributes/literal.js';
import type { Attribute, AttributeStudio, Literal, TypeStudio } from '../../model/model.js';
import { isUsualLabel } from '../../model/names/usual-label.js';

interface Shown {
  readonly name: string;
  readonly studio?: TypeStudio;
  readonly attributes: readonly Attribute[];
}

/** The property `studio` of a descriptor, apart from the attributes, because no answer depends on it. */
export function studioProperties({ name, studio = {}, attributes }: Shown): readonly Property[] {
  const ofAttributes = attributes.flatMap((attribute) => {
    const own = written(attribute.name, attribute.studio ?? {});
    return Object.keys(own).length === 0 ? [] : [[attribute.name, own] as const];
  });
  const properties = {
    ...written(name, studio),
    ...(ofAttributes.length === 0 ? {} : { attributes: Object.fromEntries(ofAttributes) }),
  };
  return Object.keys(properties).length === 0 ? [] : [{ name: 'studio', value: literal(properties, 'lines') }];
}

type Options = Readonly<Record<string, Literal>>;

/** Without a label that the studio makes from the name itself. */
function written(name: string, { label, ...rest }: TypeStudio & AttributeStudio): Options {
  return label === undefined || isUsualLabel(label, name) ? { ...rest } : { label, ...rest };
}
