import { Problem } from '../diagnostics/problem.js';

/** @content-gen/strapi is missing, or has another version than the command line. */
export class MissingTools extends Problem {
  override readonly name = 'MissingTools';

  constructor(
    /** Why the command needs an installation, as a sentence. */
    readonly reason: string,
    /** The command that installs the package, as words. */
    readonly command: readonly string[],
  ) {
    super(`${reason} Install it: ${command.join(' ')}`);
  }
}
