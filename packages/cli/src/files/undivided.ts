const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs synchronous work that a signal such as Ctrl-C does not divide: the signal ends the process after the work. */
export async function undivided<T>(work: () => T): Promise<T> {
  let arrived: NodeJS.Signals | undefined;
  const remember = (signal: NodeJS.Signals) => (arrived = signal);
  for (const signal of SIGNALS) process.on(signal, remember);
  try {
    return work();
  } finally {
    // Node calls listeners when it polls again, which it has surely done after the second turn.
    await nextTurn();
    await nextTurn();
    for (const signal of SIGNALS) process.off(signal, remember);
    // A command with listeners of its own has got the signal, too.
    if (arrived !== undefined && process.listenerCount(arrived) === 0) process.kill(process.pid, arrived);
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
