import type { AttributeStudio } from '../model.js';
import type { Values } from '../values.js';
import * as read from '../values.js';

/** A name in lower case, such as `blog-post`: tools write it where nobody chose another. */
const ID = /^[a-z0-9_-]+$/;

/** The `displayName` that a person chose, and the `description`, of a schema file. Strapi tolerates any value there. */
export function displayed(values: Values | undefined): Pick<AttributeStudio, 'label' | 'description'> {
  const text = (name: string) => {
    const value = values && read.literalValue(values, name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [label, description] = [text('displayName'), text('description')];
  return {
    ...(label === undefined || ID.test(label) ? {} : { label }),
    ...(description === undefined ? {} : { description }),
  };
}
