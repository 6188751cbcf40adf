import type { Values } from '../values.js';
import * as read from '../values.js';

/** A name in lower case, such as `blog-post`: tools write it where nobody chose another. */
const ID = /^[a-z0-9_-]+$/;

/** The `displayName` of a schema file, if a person chose it. */
export function displayName(values: Values | undefined): string | undefined {
  const name = values && read.text(values, 'displayName');
  return name === undefined || ID.test(name) ? undefined : name;
}
