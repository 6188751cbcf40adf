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

/** Shows how far an import or export is, on an interactive terminal. `done` clears the line. */
export function transferProgress(terminal: Terminal, { json = false }: { readonly json?: boolean }) {
  const isShown = !json && terminal.interactive;
  let last = 0;
  return {
    progress(stage: string, count: number, total: number | undefined): void {
      const now = Date.now();
      if (!isShown || now - last < 100) return;
      last = now;
      terminal.progress(
        total === undefined ? `${stage}: ${count}` : `${stage}: ${bar(count, total)} ${count} of ${total}`,
      );
    },
    done(): void {
      if (isShown) terminal.progress('');
    },
  };
}

const WIDTH = 24;

function bar(count: number, total: number): string {
  const filled = Math.min(WIDTH, Math.round((count / Math.max(total, 1)) * WIDTH));
  return '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
}
