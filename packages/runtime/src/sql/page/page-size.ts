/** A page size for the text of a statement: a power of two, so that statements of similar page sizes have one text. */
export function limitInText(limit: number): number {
  return 2 ** Math.ceil(Math.log2(limit));
}
