import { scalar } from './scalar.js';

export const json = scalar({
  factory: 'json',
  column: (name) => `cg.json(${name})`,
  output: () => 'cg.Json',
  filter: () => 'f.Json',
});
