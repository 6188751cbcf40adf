import { scalar } from '../scalar.js';

export const password = scalar({
  factory: 'password',
  column: (name) => `pg.text(${name})`,
  kind: 'Password',
});
