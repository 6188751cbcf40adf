import type { AnyModel } from '@content-gen/runtime';

import { textMatching } from './pattern.js';

export type ModelAttribute = AnyModel['attributes'][string];
type Scalar = Extract<ModelAttribute, { kind: 'scalar' }>;

/** A value to make: the attribute with its name, and a number that no other value of the test file has. */
interface Wanted {
  readonly name: string;
  readonly scalar: Scalar;
  readonly number: number;
}

type MakeValue = (wanted: Wanted) => unknown;

/** The values of each kind of scalar: valid, and different for different numbers where the kind has so many values. */
const values: Readonly<Record<Scalar['type']['name'], MakeValue>> = {
  string: text,
  text,
  richtext: text,
  uid: ({ name, scalar, number }) => fitted(`${slugOf(name)}-${number}`, scalar, number, '-'),
  email: ({ scalar, number }) => fitted(`person${number}@example.org`, scalar, number, 'x'),
  password: ({ scalar, number }) => fitted(`Password-${number}`, scalar, number, 'x'),
  enumeration: ({ scalar: { values: listed = [] }, number }) => listed[number % listed.length],
  integer: (wanted) => Math.ceil(numberOf(wanted)),
  biginteger: (wanted) => String(bigintOf(wanted)),
  float: numberOf,
  decimal: numberOf,
  boolean: ({ number }) => number % 2 === 1,
  date: ({ number }) => moment(number * DAY).slice(0, 10),
  time: ({ number }) => moment((number % 86_400) * 1000).slice(11, 23),
  datetime: ({ number }) => moment(number * 60_000),
  json: ({ name, number }) => ({ [name]: number }),
  blocks: ({ name, number }) => [{ type: 'paragraph', children: [{ type: 'text', text: `${name} ${number}` }] }],
};

export async function scalarValue(wanted: Wanted): Promise<unknown> {
  const { regex } = wanted.scalar;
  return regex === undefined ? values[wanted.scalar.type.name](wanted) : textMatching(regex, wanted);
}

const DAY = 86_400_000;

function moment(ms: number): string {
  return new Date(Date.UTC(2030, 0, 1) + ms).toISOString();
}

function text({ name, scalar, number }: Wanted): string {
  return fitted(`${name} ${number}`, scalar, number, ' .');
}

/** A text with a length that the attribute allows. A text that is too long keeps the number at its end. */
function fitted(whole: string, { minLength = 0, maxLength = 255 }: Scalar, number: number, fill: string): string {
  if (whole.length <= maxLength) return whole.length < minLength ? padded(whole, minLength, fill) : whole;
  return maxLength < String(number).length ? whole.slice(-maxLength) : padded(String(number), minLength, fill);
}

/** Longer at the start, because an address and a number end where they end. */
function padded(whole: string, length: number, fill: string): string {
  return whole.padStart(length, fill.at(-1) ?? ' ');
}

/** The smallest numbers that the attribute allows come first. */
function numberOf({ scalar: { min, max }, number }: Wanted): number {
  const lowest = min === undefined ? (max === undefined ? 0 : Math.min(0, Number(max) - 1_000_000)) : Number(min);
  if (max === undefined) return lowest + number;
  const room = Math.floor(Number(max) - Math.ceil(lowest)) + 1;
  return room <= 1 ? lowest : Math.ceil(lowest) + (number % room);
}

function bigintOf({ scalar: { min, max }, number }: Wanted): bigint {
  const lowest = min === undefined ? (max === undefined ? 0n : BigInt(max) - 1_000_000n) : BigInt(min);
  return max === undefined ? lowest + BigInt(number) : lowest + (BigInt(number) % (BigInt(max) - lowest + 1n));
}

/** `nameOfType` → `name-of-type` */
function slugOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/[^a-z0-9]+/g, '-');
}
