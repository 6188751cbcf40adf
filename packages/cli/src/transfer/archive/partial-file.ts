import { rmSync } from 'node:fs';

/** Removes an unfinished file when the process ends, as at Ctrl-C. Returns a function that keeps the file. */
export function removeOnExit(path: string): () => void {
  const remove = () => rmSync(path, { force: true });
  process.once('exit', remove);
  return () => process.off('exit', remove);
}
