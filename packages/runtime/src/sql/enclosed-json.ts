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
