/** Whether a text is the id of a row, and not a document id. Ids stay below 2^53, because they are JSON numbers. */
export function isRowId(text: string): boolean {
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text));
}
