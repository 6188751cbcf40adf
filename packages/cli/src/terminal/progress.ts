import type { Terminal } from './terminal.js';

/** From this many files on, it is worth saying how far we are. */
const manyFiles = 300;

/** Says how far generating is, to somebody who watches. */
export function progressOf(terminal: Terminal, { json = false }: { readonly json?: boolean }) {
  return (done: number, total: number): void => {
    if (json || !terminal.interactive || total < manyFiles) return;
    if (done % 25 === 0 || done === total)
      terminal.progress(done === total ? '' : `Formatting ${done} of ${total} files`);
  };
}
