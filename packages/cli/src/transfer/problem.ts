/** A problem with an import or export that the user can solve; the message says how. */
export class TransferProblem extends Error {
  override readonly name = 'TransferProblem';
}
