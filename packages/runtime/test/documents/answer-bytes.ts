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

/** A REST answer without the additions of the `documented` profile, which documents in code do not have. */
export function asInCode(text: string): string {
  if (text === '') return text;
  const { data, ...rest } = JSON.parse(text) as { data: unknown };
  return JSON.stringify({ data: Array.isArray(data) ? data.map(bare) : bare(data), ...rest });
}

function bare(document: unknown): unknown {
  if (typeof document !== 'object' || document === null) return document;
  const { meta: _meta, ...shown } = document as Record<string, unknown>;
  for (const name of ['seo', 'sections', 'content']) {
    for (const entry of [shown[name]].flat()) if (entry instanceof Object) Reflect.deleteProperty(entry, 'documentId');
  }
  return shown;
}

/** The body that REST has for a call, as text. The tag of a document is a header there. */
export async function answered(call: Promise<unknown>): Promise<string> {
  const body = await call.then(withoutTag, ({ status, name, message, details }) => {
    if (status === undefined) throw new Error(`${message}`);
    return { data: null, error: { status, name, message, ...(details === null ? {} : { details }) } };
  });
  return body === undefined ? '' : JSON.stringify(body);
}

function withoutTag(body: unknown): unknown {
  if (!(body instanceof Object)) return body;
  const { etag: _etag, ...rest } = body as { etag?: string };
  return rest;
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
