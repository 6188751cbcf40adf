import { scalar } from '../scalar.js';

export const json = scalar({
  factory: 'json',
  column: (name) => `cg.json(${name})`,
  kind: 'JsonValue',
});
