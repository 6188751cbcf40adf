import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { ExitCode, Terminal } from '../terminal/terminal.js';
import type { StrapiReaders } from '../transfer/strapi-readers.js';

/** What the package @content-gen/strapi does for the commands. */
export interface StrapiTools extends StrapiReaders {
  readonly move: (terminal: Terminal, project: string, flags: MoveFlags) => Promise<ExitCode>;
  readonly compare: (terminal: Terminal, flags: CompareFlags) => Promise<ExitCode>;
  /** One warning for each kind of code of a Strapi project that has no effect here. */
  readonly ignoredParts: (root: string) => Promise<readonly Diagnostic[]>;
}

export interface MoveFlags {
  readonly into?: string;
  readonly archive?: string;
  readonly database?: string;
  readonly key?: string;
  readonly dryRun?: boolean;
  readonly agents?: boolean;
  readonly json?: boolean;
}

export interface CompareFlags {
  readonly with: URL;
  readonly to?: URL;
  readonly requests?: string;
  readonly har?: string;
  readonly generate?: number;
  readonly seed: number;
  readonly header: Readonly<Record<string, string>>;
  readonly withHeader: Readonly<Record<string, string>>;
  readonly toHeader: Readonly<Record<string, string>>;
  readonly ignore: readonly string[];
  readonly rate: number;
  readonly timeout: number;
  readonly config?: string;
  readonly json?: boolean;
}
