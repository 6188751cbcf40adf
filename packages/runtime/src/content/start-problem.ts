/** The errors that only say what to do. */
const problems = new WeakSet<Error>();
let listens = false;

/**
 * An error without a stack, because the fault is in the generated code or in the installed packages, and not in a caller.
 * If the project does not catch it, the process ends with the sentence alone; Node would print its own source before it.
 */
export function startError(problem: string): Error {
  const error = Object.assign(new Error(problem), { stack: `Error: ${problem}` });
  problems.add(error);
  // Each request may fail in the same way, and one listener is enough for all.
  if (!listens) process.on('uncaughtExceptionMonitor', endWithSentence);
  listens = true;
  return error;
}

function endWithSentence(error: Error): void {
  const isHandled = process.listenerCount('uncaughtException') > 0 || process.hasUncaughtExceptionCaptureCallback();
  if (isHandled || !problems.has(error)) return;
  console.error(error.message);
  process.exit(1);
}
