import type { Role } from '../model/model.js';
import type { AttributeKind } from './kind.js';
import { string } from './literal.js';
import { marked } from './marks.js';
import { call, visibility } from './options.js';
import { memberOf } from './scalar.js';

export const role: AttributeKind<Role> = {
  columns: ({ name, column }) => [{ name, value: `cg.role(${string(column)})` }],
  keys: ({ name }) => [`cg.lookup(${memberOf('t', name)})`],
  type: (attribute, scope) => marked('One', ['t.RoleType'], attribute, scope, 'needed'),
  descriptor: (attribute) => call('role', [], visibility(attribute)),
};
