/** A name of a table or column, quoted for SQL. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as an SQL literal. Only for text from definitions: values of requests are parameters. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
