/** Says which indexes a database lacks, and how it gets them. */
export function leftOutIndexes(statements: readonly string[]): string {
  const lines = ['CREATE EXTENSION pg_trgm', ...statements].map((sql) => `  ${sql};\n`);
  return (
    `Left out the indexes of searches, because the database has no extension pg_trgm. ` +
    `Searches read whole tables until a user who may create extensions runs:\n${lines.join('')}`
  ).trimEnd();
}
