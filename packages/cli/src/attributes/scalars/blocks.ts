import { scalar } from '../scalar.js';

export const blocks = scalar({
  factory: 'blocks',
  column: (name) => `cg.blocks(${name})`,
  kind: 'RichText',
});
