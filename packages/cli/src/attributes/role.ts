import type { Role } from '../model/model.js';
import type { AttributeKind } from './kind.js';
import { string } from './literal.js';
import { call, visibility } from './options.js';
import { memberOf } from './scalar.js';

export const role: AttributeKind<Role> = {
  columns: ({ name, column }) => [{ name, value: `cg.role(${string(column)})` }],
  keys: ({ name }) => [`cg.lookup(${memberOf('t', name)})`],
  output: ({ name }) => ({ name, value: 'cg.Role | null', optional: true }),
  input: () => 'cg.ToOne',
  filter: () => 'f.Relation<f.Role>',
  populate: () => 'p.Role',
  descriptor: (attribute) => call('role', [], visibility(attribute)),
};
