import { scalar } from '../scalar.js';

export const boolean = scalar({
  factory: 'boolean',
  column: (name) => `pg.boolean(${name})`,
  kind: 'Bool',
});
