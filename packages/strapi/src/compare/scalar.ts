import type { Shape } from './shape.js';

/** Whether two values that are no objects and no lists mean the same. */
export function isSameScalar(old: unknown, ours: unknown, key: string, shape: Shape): boolean {
  if (old === ours) return true;
  if (isMilliseconds(old) && typeof ours === 'string' && isInstant(ours)) return Number(old) === Date.parse(ours);
  if (typeof old !== 'string' || typeof ours !== 'string') return false;
  if (isInstant(old) && isInstant(ours)) return Date.parse(old) === Date.parse(ours);
  if (isTime(old) && isTime(ours)) return plainTime(old) === plainTime(ours);
  return shape.kind === 'file' && /^(url|previewUrl)$/.test(key) && isSameFile(old, ours);
}

/** Strapi answers a timestamp with milliseconds. */
function isMilliseconds(value: unknown): boolean {
  return /^\d{11,14}$/.test(String(value));
}

function isTime(text: string): boolean {
  return /^\d\d:\d\d:\d\d(\.\d+)?$/.test(text);
}

/** Only some databases keep a fraction of zero. */
function plainTime(text: string): string {
  return text.replace(/\.0+$/, '');
}

/** Whether two large integers are equal in the digits that a double has. */
export function isSameDouble(old: unknown, ours: unknown): boolean {
  const isLarge = [old, ours].every((value) => /^-?\d{16,}$/.test(String(value)));
  return isLarge && Number(old) === Number(ours);
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(text);
}

/** Addresses of one file: hosts and signatures may differ, and a bucket may have folders that a host does not have. */
function isSameFile(old: string, ours: string): boolean {
  const [one, other] = [old, ours].map((text) => new URL(text, 'http://relative.invalid'));
  if (one === undefined || other === undefined) return false;
  if (one.host === other.host) return one.pathname === other.pathname;
  return one.pathname.split('/').at(-1) === other.pathname.split('/').at(-1);
}
