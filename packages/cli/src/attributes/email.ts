import { scalar } from './scalar.js';

export const email = scalar({
  factory: 'email',
  column: (name) => `pg.text(${name})`,
  output: () => 'string',
  filter: () => 'f.Text',
});
