import type { Explanation } from './explanation.js';

/** One difference between two answers. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** The place without positions: `data[].author.name`. */
  readonly at: string;
  /** The value of the old server; undefined if that server has no value. */
  readonly old: unknown;
  readonly ours: unknown;
  /** Present if docs/compatibility.md explains the difference. */
  readonly because?: Explanation;
}

export type DifferenceKind =
  | 'other status'
  | 'other error'
  | 'other format'
  | 'missing document'
  | 'extra document'
  | 'missing relation'
  | 'extra relation'
  | 'missing entry'
  | 'extra entry'
  | 'missing field'
  | 'extra field'
  | 'other order'
  | 'other total'
  | 'other value';

export type Json = Readonly<Record<string, unknown>>;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
