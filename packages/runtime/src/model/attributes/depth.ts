/** Few enough levels for recursion, and more than content needs. */
const MAX_DEPTH = 500;

export function isTooDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (levels < 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((item) => isTooDeep(item, levels - 1));
}
