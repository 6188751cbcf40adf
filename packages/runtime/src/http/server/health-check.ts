/** Says that the process answers. */
export const HEALTH = '/_health';
/** Says that requests can be served. */
export const READY = '/_ready';

export function isHealthCheck(path: string): boolean {
  return path === HEALTH || path === READY;
}
