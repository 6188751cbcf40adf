import type { Executor, RawRow, Value } from '../database/index.js';
import { type Operand, type Unfilled, isUnfilled } from '../plan/index.js';

/** A statement that returns at most one row, with the decoder of that row. */
export interface Statement<Row> {
  readonly text: string;
  readonly values: readonly Value[];
  /** The values that blanks of a query make; see `filled`. */
  readonly blanks?: readonly BlankValue[];
  /** `undefined`: the statement returned no row. */
  readonly decode: (row: RawRow | undefined) => Row;
}

/** A value of a statement that is made of the blanks of a query. Until then, its place has null. */
export interface BlankValue {
  readonly place: number;
  readonly value: Unfilled;
}

/** The values of a statement with those of its blanks. */
export function filledValues({ values, blanks = [] }: Statement<unknown>, texts: readonly string[]): readonly Value[] {
  const filled = [...values];
  for (const { place, value } of blanks) filled[place] = value.fill(texts);
  return filled;
}

/**
 * Runs a statement. `values` replaces its values, for statements that are used again; `type` is the type that the
 * statement reads.
 */
export async function readRow<Row>(
  executor: Pick<Executor, 'raw'>,
  statement: Statement<Row>,
  values = statement.values,
  type?: string,
): Promise<Row> {
  const [row] = await executor.raw(statement.text, values, type);
  return statement.decode(row);
}

/** The output columns of a statement. The select list and the decoder follow the same list of names. */
export interface Columns<Name extends string> {
  readonly names: readonly Name[];
  /** `expression as name, …` */
  select(expressions: Readonly<Record<Name, string>>): string;
  /** The values of a row by name. Throws if the row does not have exactly these columns. */
  read(row: RawRow): (name: Name) => Buffer | null;
}

export function columnsOf<Name extends string>(...names: readonly Name[]): Columns<Name> {
  const index = new Map(names.map((name, position) => [name, position]));
  return {
    names,
    select: (expressions) => names.map((name) => `${expressions[name]} as ${name}`).join(', '),
    read(row) {
      if (row.length !== names.length) throw new Error(`Expected the columns ${names.join(', ')}, got ${row.length}`);
      return (name) => row[index.get(name) ?? -1] ?? null;
    },
  };
}

const OPENING = '{"data":';

/** Enough for `meta` of every list. */
const ROOM = 200;

/** The SQL of the text of a JSON value, as `EnclosedJson` reads it. */
export function enclosed(text: string): string {
  return `'${OPENING}' || ${text} || repeat(' ', ${ROOM})`;
}

/**
 * JSON between the opening of an answer and room for the rest of it. The database adds the opening and the room,
 * because Node would copy the JSON to put it into an answer, and for a large answer the copy costs more than the rest
 * of a request.
 */
export class EnclosedJson {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get json(): Buffer {
    return this.#bytes.subarray(OPENING.length, -ROOM);
  }

  /** The answer as it is sent. The answer takes the room, so a second answer would replace the first. */
  toAnswer(meta: string): Buffer {
    const end = `,"meta":${meta}}`;
    const length = Buffer.byteLength(end);
    if (length > ROOM) return Buffer.concat([this.#bytes.subarray(0, -ROOM), Buffer.from(end)]);
    const start = this.#bytes.length - ROOM;
    this.#bytes.write(end, start);
    return this.#bytes.subarray(0, start + length);
  }
}

/** Adds a value to a statement under construction, and returns its parameter: `$1::text`. */
export type Param = (value: Value, type: string) => string;

/** Longer lists are compared as objects: to write their text would cost more than to send a list twice. */
const LONG = 50;

interface Params {
  readonly values: Value[];
  readonly blanks: BlankValue[];
  readonly param: (value: Operand, type: string) => string;
}

/** The values of a statement under construction. Equal values share a parameter. */
export function createParams(): Params {
  const values: Value[] = [];
  const blanks: BlankValue[] = [];
  const known = new Map<string, string>();
  const lists = new Map<Value, number>();
  const placeOf = (value: Operand) => {
    if (!isUnfilled(value)) return values.push(value);
    const place = values.push(null);
    blanks.push({ place: place - 1, value });
    return place;
  };
  return {
    values,
    blanks,
    param(value, type) {
      if (!isUnfilled(value) && typeof value === 'object' && value !== null && value.length > LONG) {
        const place = lists.get(value) ?? values.push(value);
        lists.set(value, place);
        return `$${place}::${type}`;
      }
      const key = `${type} ${keyOf(value)}`;
      let parameter = known.get(key);
      if (parameter === undefined) known.set(key, (parameter = `$${placeOf(value)}::${type}`));
      return parameter;
    },
  };
}

/** The kind of the value is part of the key, because null and the text "null" have the same text. */
function keyOf(value: Operand): string {
  if (typeof value !== 'object') return `${typeof value} ${value}`;
  return value !== null && isUnfilled(value) ? `blank ${value.key}` : `object ${JSON.stringify(value)}`;
}
