import type { Terminal } from './terminal.js';

/** From this number of files on, the command shows its progress. */
const manyFiles = 300;

/** Shows the progress of formatting on an interactive terminal. */
export function progressOf(terminal: Terminal, { json = false }: { readonly json?: boolean }) {
  return (done: number, total: number): void => {
    if (json || !terminal.interactive || total < manyFiles) return;
    if (done % 25 === 0 || done === total)
      terminal.progress(done === total ? '' : `Formatting ${done} of ${total} files`);
  };
}
