/** Compares documents in code with the bytes of REST answers. */

/**
 * The bytes of an answer in the spelling of JavaScript: PostgreSQL writes spaces into `jsonb` values, and `0.0000001` for
 * `1e-7`. Everything else stays as it was sent: names, their order, texts and escapes.
 */
export function respelled(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)|\s+/g, (_, string?: string, number?: string) =>
    number === undefined ? (string ?? '') : JSON.stringify(Number(number)),
  );
}

/** The body that REST has for a call, as text. */
export async function answered(call: Promise<unknown>): Promise<string> {
  const body = await call.catch(({ status, name, message, details }) => {
    if (status === undefined) throw new Error(`${message}`);
    return { data: null, error: { status, name, message, ...(details === null ? {} : { details }) } };
  });
  return body === undefined ? '' : JSON.stringify(body);
}

/** Replaces what differs between two writes of the same values: ids by the order of their appearance, and times. */
export function withoutIdentity(text: string, isOwn: (documentId: string) => boolean): string {
  const seen = new Map<string, number>();
  const nth = (id: string) => seen.get(id) ?? seen.set(id, seen.size).size - 1;
  return text
    .replace(/"(createdAt|updatedAt|publishedAt)":"[^"]*"/g, '"$1":"time"')
    .replace(/"documentId":"([a-z0-9]{24})"/g, (whole, id: string) => (isOwn(id) ? whole : `"documentId":${nth(id)}`))
    .replace(/"id":(\d+)/g, (_, id: string) => `"id":${nth(id)}`);
}
