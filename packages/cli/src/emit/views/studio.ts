import type { Property } from '../../attributes/kind.js';
import { literal } from '../../attributes/literal.js';
import type { Attribute, AttributeStudio, Literal, TypeStudio } from '../../model/model.js';

interface Shown {
  readonly studio?: TypeStudio;
  readonly attributes: readonly Attribute[];
}

/** The property `studio` of a descriptor, apart from the attributes, because no answer depends on it. */
export function studioProperties({ studio, attributes }: Shown): readonly Property[] {
  const ofAttributes = attributes.flatMap((each) =>
    each.studio === undefined ? [] : [[each.name, optionsOf(each.studio)] as const],
  );
  const properties = {
    ...(studio === undefined ? {} : optionsOf(studio)),
    ...(ofAttributes.length === 0 ? {} : { attributes: Object.fromEntries(ofAttributes) }),
  };
  return Object.keys(properties).length === 0 ? [] : [{ name: 'studio', value: literal(properties, 'lines') }];
}

/** TypeScript takes no interface for an object of any keys. */
function optionsOf(studio: TypeStudio | AttributeStudio): Readonly<Record<string, Literal>> {
  return { ...studio };
}
