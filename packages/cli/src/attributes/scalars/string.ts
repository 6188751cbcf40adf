import { scalar } from '../scalar.js';

export const string = scalar({
  factory: 'string',
  column: (name) => `pg.text(${name})`,
  kind: 'Text',
});
