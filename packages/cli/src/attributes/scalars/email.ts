import { scalar } from '../scalar.js';

export const email = scalar({
  factory: 'email',
  column: (name) => `pg.text(${name})`,
  kind: 'Text',
});
