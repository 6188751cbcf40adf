import * as fc from 'fast-check';

import type { Connect, ListChange } from '../../../src/order/operations.js';

/** How many documents of a type take part. */
export const COUNT = 3;
export const index = fc.nat({ max: COUNT - 1 });

interface ConnectSpec {
  readonly entry: number;
  readonly place: 'start' | 'end' | { readonly before: number } | { readonly after: number };
}
export type ChangeSpec =
  | { readonly kind: 'set'; readonly entries: readonly number[] }
  | {
      readonly kind: 'change';
      readonly disconnect: readonly number[];
      readonly connect: readonly ConnectSpec[];
      readonly strict: boolean;
    };

const place: fc.Arbitrary<ConnectSpec['place']> = fc.oneof(
  fc.constantFrom('start' as const, 'end' as const),
  index.map((before) => ({ before })),
  index.map((after) => ({ after })),
);
export const change: fc.Arbitrary<ChangeSpec> = fc.oneof(
  fc.array(index, { maxLength: 5 }).map((entries): ChangeSpec => ({ kind: 'set', entries })),
  fc
    .record({
      disconnect: fc.array(index, { maxLength: 2 }),
      connect: fc.uniqueArray(fc.record({ entry: index, place }), { selector: ({ entry }) => entry, maxLength: 3 }),
      strict: fc.constant(false),
    })
    .map((changes): ChangeSpec => ({ kind: 'change', ...changes })),
);

/** One of two locales; where a type has one, it is that one. */
export const locale = fc.nat({ max: 1 });

/** An action on one document. */
export const action = fc.constantFrom('publish' as const, 'unpublish' as const, 'discard' as const);

/** `uid`: the type of the entries, where they have to say it. */
export function toBody(spec: ChangeSpec, ids: readonly string[], uid?: string): unknown {
  const type = uid === undefined ? {} : { __type: uid };
  const named = (entry: number) => (uid === undefined ? ids[entry]! : { ...type, documentId: ids[entry]! });
  if (spec.kind === 'set') return spec.entries.map(named);
  return {
    disconnect: spec.disconnect.map(named),
    connect: spec.connect.map(({ entry, place: at }) => ({
      ...type,
      documentId: ids[entry]!,
      position:
        typeof at === 'string'
          ? { [at]: true }
          : Object.fromEntries(Object.entries(at).map(([key, one]) => [key, ids[one as number]])),
    })),
    options: { strict: spec.strict },
  };
}

export function toChange(spec: ChangeSpec, ids: readonly string[]): ListChange {
  if (spec.kind === 'set') return { kind: 'set', ids: [...new Set(spec.entries.map((entry) => ids[entry]!))] };
  const connect = spec.connect.map(({ entry, place: at }): Connect => {
    if (typeof at === 'string') return { id: ids[entry]!, place: at };
    return { id: ids[entry]!, place: 'before' in at ? { before: ids[at.before]! } : { after: ids[at.after]! } };
  });
  return { kind: 'change', disconnect: spec.disconnect.map((entry) => ids[entry]!), connect, strict: spec.strict };
}

/** A to-one relation takes the last entry of a list. */
export function lastOf(spec: ChangeSpec, ids: readonly string[]): ListChange {
  const given = spec.kind === 'set' ? spec.entries : spec.connect.map(({ entry }) => entry);
  if (spec.kind === 'change' && given.length === 0) return toChange(spec, ids);
  return { kind: 'set', ids: given.slice(-1).map((entry) => ids[entry]!) };
}
