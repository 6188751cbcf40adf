import type { ScalarType } from '../../model/model.js';
import type { Effect } from './statement.js';

interface Cast {
  /** The new value as an SQL expression. */
  readonly using: string;
  readonly effect: Effect;
  readonly reason: string;
}

type Family =
  | 'text'
  | 'integer'
  | 'bigint'
  | 'numeric'
  | 'double'
  | 'boolean'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'jsonb';

const families: readonly [RegExp, Family][] = [
  [/^text$/, 'text'],
  [/^integer$/, 'integer'],
  [/^bigint$/, 'bigint'],
  [/^numeric/, 'numeric'],
  [/^double precision$/, 'double'],
  [/^boolean$/, 'boolean'],
  [/^date$/, 'date'],
  [/^timestamp/, 'timestamp'],
  [/^time/, 'time'],
  [/^jsonb$/, 'jsonb'],
];

const numbers: readonly Family[] = ['integer', 'bigint', 'numeric', 'double'];

const rewrite = 'rewrites every row under an exclusive lock';

/**
 * A password is stored as a hash, which any other type would show to callers; and the values of other types are no
 * hashes.
 */
export function keepsSecrets(before: ScalarType, now: ScalarType): boolean {
  return (before === 'password') === (now === 'password');
}

/** Converts values of one type to another. Undefined if there is no conversion. */
export function castTo(column: string, from: string, to: { type: string; scalar: ScalarType }): Cast | undefined {
  const [source, target] = [familyOf(from), familyOf(to.type)];
  if (source === undefined || target === undefined) return undefined;
  const plain = `${column}::${to.type}`;
  const safe = (using: string): Cast => ({ using, effect: 'rewrites', reason: rewrite });
  const checked = (using: string): Cast => ({
    using,
    effect: 'rewrites',
    reason: `${rewrite}; fails without changes if a value is not a ${to.scalar}`,
  });
  const lossy = (using: string, what: string): Cast => ({ using, effect: 'loses data', reason: `${what}; ${rewrite}` });

  if (target === 'text') {
    if (source === 'jsonb') return safe(`${column} #>> '{}'`);
    if (source !== 'timestamp') return safe(`${column}::text`);
    return safe(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
  }
  if (target === 'jsonb') {
    if (to.scalar !== 'blocks') return safe(`to_jsonb(${column})`);
    return source === 'text' ? safe(paragraph(column)) : undefined;
  }
  if (source === 'text') return checked(exactly(`nullif(btrim(${column}), '')`, target, to.type));
  if (source === 'jsonb') return checked(exactly(`nullif(${column} #>> '{}', '')`, target, to.type));
  if (numbers.includes(source) && target === 'boolean') return lossy(`${column} <> 0`, 'the numbers are lost');
  if (source === 'boolean' && numbers.includes(target)) return safe(`${column}::integer::${to.type}`);
  if (numbers.includes(source) && numbers.includes(target)) {
    if (source === 'integer' && target !== 'numeric') return safe(plain);
    if (source === 'integer' || (source === 'bigint' && target !== 'double')) return checked(plain);
    if (source === 'numeric' && target === 'double') return safe(plain);
    return lossy(plain, source === 'bigint' ? 'numbers beyond 2^53 are rounded' : 'decimals are rounded');
  }
  if (source === 'date' && target === 'timestamp') return safe(`${column}::timestamp AT TIME ZONE 'UTC'`);
  if (source === 'timestamp' && (target === 'date' || target === 'time')) {
    const lost = target === 'date' ? 'the time of day is lost' : 'the day is lost';
    return lossy(`(${column} AT TIME ZONE 'UTC')::${to.type}`, lost);
  }
  return undefined;
}

/**
 * Converts a text, and fails if the conversion would lose a part of the text, because PostgreSQL rounds decimals and
 * cuts times off without an error. To fail, the cast gets the text with a remark behind it: PostgreSQL refuses such a
 * text, and its error message quotes the text and the remark.
 */
function exactly(value: string, target: Family, type: string): string {
  const refusing = (isCut: string, remark: string) =>
    `CASE WHEN ${isCut} THEN (${value} || ' (${remark})')::${type} ELSE ${value}::${type} END`;
  if (target === 'numeric') {
    return refusing(`${value}::numeric <> ${value}::${type}`, 'this type has two decimals');
  }
  if (target === 'date') return refusing(`${value}::timestamp::time <> '00:00'`, 'a date has no time');
  return `${value}::${type}`;
}

function familyOf(type: string): Family | undefined {
  return families.find(([pattern]) => pattern.test(type))?.[1];
}

function paragraph(column: string): string {
  const leaf = `jsonb_build_object('type', 'text', 'text', ${column})`;
  const block = `jsonb_build_object('type', 'paragraph', 'children', jsonb_build_array(${leaf}))`;
  return `CASE WHEN ${column} IS NOT NULL THEN jsonb_build_array(${block}) END`;
}
