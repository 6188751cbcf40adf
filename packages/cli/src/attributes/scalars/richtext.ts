import { scalar } from '../scalar.js';

export const richtext = scalar({
  factory: 'richtext',
  column: (name) => `pg.text(${name})`,
  kind: 'Text',
  uniqueBy: 'hash',
});
