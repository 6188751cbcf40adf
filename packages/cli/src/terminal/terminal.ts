/** 0 fine · 1 error in the input · 2 something differs · 3 data would be lost · 64 wrong use of the command line. */
export type ExitCode = 0 | 1 | 2 | 3 | 64;

/** Where a command runs and whom it talks to. */
export interface Terminal {
  /** The folder it was started in. */
  readonly cwd: string;
  readonly color: boolean;
  /** Whether somebody is there to answer a question and to watch progress. */
  readonly interactive: boolean;
  /** A line of the result. */
  readonly print: (line: string) => void;
  /** A line about the result: errors, hints. */
  readonly report: (line: string) => void;
  /** Overwrites the line of progress; nothing removes it. */
  readonly progress: (line: string) => void;
  readonly ask: (question: string) => Promise<boolean>;
  /** Resolves when the user wants to stop. */
  readonly interrupted: () => Promise<void>;
  /** Sets the exit code. */
  readonly finish: (code: ExitCode) => void;
}
