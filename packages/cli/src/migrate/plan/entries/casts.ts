import type { ScalarType } from '../../../model/model.js';
import { castTo, keepsSecrets } from '../casts.js';
import type { AttributeState } from '../../state/state.js';

/** The conversion of a field inside a component, as an SQL expression of `jsonb`. */
export interface FieldCast {
  readonly convert: (value: string) => string;
  /** The description of the lost data. */
  readonly lost?: string;
}

const text = 'text';
const moment = 'timestamp(3) with time zone';

/** The column type for each scalar type. Entries contain values as the API shows them. */
const columnTypes: Readonly<Record<ScalarType, string>> = {
  string: text,
  text,
  richtext: text,
  email: text,
  password: text,
  uid: text,
  enumeration: text,
  blocks: 'jsonb',
  json: 'jsonb',
  integer: 'integer',
  biginteger: 'bigint',
  float: 'double precision',
  decimal: 'numeric(10, 2)',
  boolean: 'boolean',
  date: 'date',
  time: 'time(3)',
  datetime: moment,
  timestamp: moment,
};

/** Undefined if the values stay as they are. */
export function fieldCast(name: string, before: AttributeState, now: AttributeState): FieldCast | undefined {
  if (before.kind === 'scalar' && now.kind === 'scalar') return scalarCast(name, before.type, now.type);
  const gone = {
    convert: () => (isList(now) ? `'[]'::jsonb` : `'null'::jsonb`),
    lost: `${name} changed its kind`,
  };
  if (before.kind !== now.kind) return gone;
  if (before.kind === 'entries' && now.kind === 'entries') {
    if (!now.components.some((component) => before.components.includes(component))) return gone;
  }
  if (isList(before) === isList(now)) return undefined;
  return isList(now) ? { convert: asList } : { convert: asOne, lost: `keeps only the first of ${name}` };
}

function isList(attribute: AttributeState): boolean {
  switch (attribute.kind) {
    case 'media':
      return attribute.multiple;
    case 'entries':
      return attribute.shape !== 'one';
    case 'ids':
      return attribute.many;
    default:
      return false;
  }
}

function asList(value: string): string {
  return `(SELECT CASE jsonb_typeof(c.v) WHEN 'array' THEN c.v WHEN 'null' THEN '[]'::jsonb ELSE jsonb_build_array(c.v) END FROM (SELECT ${value} AS v) c)`;
}

function asOne(value: string): string {
  return `(SELECT CASE jsonb_typeof(c.v) WHEN 'array' THEN coalesce(c.v -> 0, 'null'::jsonb) ELSE c.v END FROM (SELECT ${value} AS v) c)`;
}

function scalarCast(name: string, before: ScalarType, now: ScalarType): FieldCast | undefined {
  const [from, to] = [columnTypes[before], columnTypes[now]];
  const isConvertible = keepsSecrets(before, now);
  if (from === to && isConvertible) return undefined;
  const read = (value: string) => (from === 'jsonb' ? `(${value})` : `(${value} #>> '{}')::${from}`);
  const castOf = (value: string) => (isConvertible ? castTo(read(value), from, { type: to, scalar: now }) : undefined);
  const { effect, reason } = castOf('') ?? { effect: 'loses data', reason: `${before} cannot become ${now}` };
  return {
    convert: (value) => {
      const cast = castOf(value);
      return cast === undefined ? `'null'::jsonb` : `coalesce(${asJson(cast.using, to)}, 'null'::jsonb)`;
    },
    ...(effect === 'loses data' ? { lost: `${name}: ${reason}` } : {}),
  };
}

function asJson(value: string, type: string): string {
  if (type === 'jsonb') return value;
  if (type === moment) return `to_jsonb(to_char((${value}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
  return ['bigint', 'date', 'time(3)'].includes(type) ? `to_jsonb((${value})::text)` : `to_jsonb(${value})`;
}
