/** A range of bytes, including `start` and `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The requested part of a file; `undefined` for all of it, also if several parts are requested. */
export function readRange(request: Request, size: number, etag: string): Range | 'unsatisfiable' | undefined {
  const condition = request.headers.get('if-range');
  if (condition !== null && condition !== etag) return undefined;
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.get('range') ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return undefined;
  return start < size ? { start, end } : 'unsatisfiable';
}
