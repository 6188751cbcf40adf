import { scalar } from '../scalar.js';

export const text = scalar({
  factory: 'text',
  column: (name) => `pg.text(${name})`,
  kind: 'Text',
  uniqueBy: 'hash',
});
