/** The variable with the number of processes that serve together; set by `serve` in each of them. */
export const WORKERS = 'CONTENT_GEN_WORKERS';

/** With fewer, a few slow statements would stop a process. */
const LEAST = 4;

/** The part of the connections of a server that this process may open. */
export function connectionShare(connections: number): number {
  const workers = Number(process.env[WORKERS] ?? 1);
  return workers === 1 ? connections : Math.max(Math.min(LEAST, connections), Math.ceil(connections / workers));
}
