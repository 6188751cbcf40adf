import { scalar } from '../scalar.js';

export const uid = scalar({
  factory: 'uid',
  column: (name) => `pg.text(${name})`,
  kind: 'Text',
});
