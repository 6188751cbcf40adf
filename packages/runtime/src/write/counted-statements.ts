import type { Executor } from '../database/index.js';

/** An executor with the number of statements that were sent through it. */
export function counted(executor: Executor): { readonly executor: Executor; readonly count: () => number } {
  let sent = 0;
  const through = (inner: Executor): Executor => ({
    ...inner,
    rows: (text, values) => (sent++, inner.rows(text, values)),
    raw: (text, values, type) => (sent++, inner.raw(text, values, type)),
  });
  const { behind } = executor;
  return { executor: { ...through(executor), ...(behind && { behind: through(behind) }) }, count: () => sent };
}
