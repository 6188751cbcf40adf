/** How the numbers of populated rows combine to the number that the row budget limits. A child has its number in `n`. */
export interface RowCount {
  /** The number of a row or entry, from the numbers of its children. */
  readonly ofChildren: (counts: readonly string[]) => string;
  /** The number of a list of entries `d`, from the numbers of its entries. */
  readonly ofEntries: string;
  /** The number of a list of rows `d`. The rows themselves count, too. */
  readonly ofRows: string;
}

/** All populated rows of an answer. */
export const totalRows: RowCount = {
  ofChildren: (counts) => counts.join(' + ') || '0',
  ofEntries: 'coalesce(sum(d.n), 0)',
  ofRows: 'count(*) + coalesce(sum(d.n), 0)',
};

/** The longest list, for a document whose lists contain no lists: the budget limits each list on its own. */
export const longestList: RowCount = {
  ofChildren: (counts) => (counts.length > 1 ? `greatest(${counts.join(', ')})` : (counts[0] ?? '0')),
  ofEntries: 'coalesce(max(d.n), 0)',
  ofRows: 'count(*)',
};
