/** A line of the log, apart from its time. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message?: string;
  readonly [key: string]: unknown;
}

/** Writes one line of JSON, with its time, for programs that collect the output of a server. */
export function writeLog({ level, ...entry }: LogEntry): void {
  process.stderr.write(`${JSON.stringify({ level, time: new Date().toISOString(), ...entry })}\n`);
}
