import jsonLogic from 'json-logic-js';

import { type Attribute, textType } from '../../model/index.js';

/**
 * Whether the rules of an attribute hold for these values. As in Strapi, the condition sees the values beside the
 * attribute: of the body while it is read, and of the whole version or entry when it is published.
 */
export function isShown({ conditions }: Attribute, values: object): boolean {
  return conditions === undefined || Boolean(jsonLogic.apply(conditions.visible, values));
}

/** The attribute without its rules. Its type remains, because the database cannot store other values. */
export function withoutRules(attribute: Attribute): Attribute {
  switch (attribute.kind) {
    case 'scalar': {
      const { kind, type } = attribute;
      return { kind, type: type.name === 'enumeration' ? textType : type, maxLength: Number.MAX_SAFE_INTEGER };
    }
    case 'component':
    case 'dynamicZone': {
      const { min: _min, max: _max, required: _required, ...rest } = attribute;
      return rest;
    }
    default: {
      const { required: _required, ...rest } = attribute;
      return rest;
    }
  }
}
