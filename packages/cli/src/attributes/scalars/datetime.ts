import { scalar } from '../scalar.js';

export const datetime = scalar({
  factory: 'datetime',
  column: (name) => `cg.datetime(${name})`,
  kind: 'Instant',
});
