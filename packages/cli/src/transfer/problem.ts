import { Problem } from '../diagnostics/problem.js';

/** A problem with an import or export. */
export class TransferProblem extends Problem {
  override readonly name = 'TransferProblem';
}
