/**
 * 0 success · 1 error in the input · 2 something differs · 3 data would be lost · 64 wrong use of the command line ·
 * 69 a package is missing.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 64 | 69;

/** The surroundings of a command: its folder, its output and its user. */
export interface Terminal {
  /** The folder in which the command was started. */
  readonly cwd: string;
  readonly color: boolean;
  /** Whether a user can answer questions and watch progress. */
  readonly interactive: boolean;
  /** Prints a line of the result. */
  readonly print: (line: string) => void;
  /** Prints a line about the result: errors and hints. */
  readonly report: (line: string) => void;
  /** Overwrites the progress line. */
  readonly progress: (line: string) => void;
  readonly ask: (question: string) => Promise<boolean>;
  /** Resolves when the user wants to stop. */
  readonly interrupted: () => Promise<void>;
  /** Sets the exit code: one of this command line, or that of a script. */
  readonly finish: (code: number) => void;
}
