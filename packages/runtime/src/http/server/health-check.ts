/** Says that the process answers. */
export const HEALTH = '/_health';
/** Says that requests can be served. */
export const READY = '/_ready';
/** Counts for Prometheus. */
export const METRICS = '/_metrics';

/** Whether a path is that of a health check: `/_health` or `/_ready`. */
export function isHealthCheck(path: string): boolean {
  return path === HEALTH || path === READY;
}
