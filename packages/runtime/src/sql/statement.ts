import type { Executor, RawRow, Value } from '../database/index.js';

/** A statement that returns at most one row, with the decoder of that row. */
export interface Statement<Row> {
  readonly text: string;
  readonly values: readonly Value[];
  /** `undefined`: the statement returned no row. */
  readonly decode: (row: RawRow | undefined) => Row;
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

/** The values of a statement under construction. Equal values share a parameter. */
export function createParams(): { readonly values: Value[]; readonly param: Param } {
  const values: Value[] = [];
  const known = new Map<string, string>();
  const lists = new Map<Value, number>();
  return {
    values,
    param(value, type) {
      if (typeof value === 'object' && value !== null && value.length > LONG) {
        const place = lists.get(value) ?? values.push(value);
        lists.set(value, place);
        return `$${place}::${type}`;
      }
      // The type of the value is part of the key, because null and the text "null" have the same text.
      const key = `${type} ${typeof value} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`;
      let parameter = known.get(key);
      if (parameter === undefined) {
        values.push(value);
        known.set(key, (parameter = `$${values.length}::${type}`));
      }
      return parameter;
    },
  };
}
