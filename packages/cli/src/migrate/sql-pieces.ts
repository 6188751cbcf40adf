/** A statement of an SQL text, with the comments before it. */
interface SqlPiece {
  readonly comments: readonly string[];
  /** The SQL without a semicolon at the end; empty behind the last statement. */
  readonly sql: string;
  /** The line on which the SQL begins, from 1. */
  readonly line: number;
}

/** Comments, quoted texts, dollar quotes, words, semicolons and the rest. A block comment only begins here. */
const token =
  /--[^\n]*|\/\*|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$((?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?)\$[\s\S]*?\$\1\$|;|[a-z_\u0080-\uffff][\w$\u0080-\uffff]*|[\s\S]/giy;

/** Splits an SQL text at its semicolons, as psql does. */
export function splitSql(text: string): readonly SqlPiece[] {
  const found: SqlPiece[] = [];
  let [comments, begin]: [string[], number | undefined] = [[], undefined];
  let [line, counted] = [1, 0];
  const take = (end: number) => {
    const start = begin ?? end;
    line += text.slice(counted, start).split('\n').length - 1;
    found.push({ comments, sql: text.slice(start, end).trim(), line });
    [comments, begin, counted] = [[], undefined, start];
  };
  const body = bodyDepth();
  for (const { part, at } of tokensOf(text)) {
    if (part === ';' && body(part) === 0) take(at);
    else if (/^(--|\/\*)/.test(part)) {
      if (begin === undefined) comments.push(part);
    } else if (part.trim() !== '') {
      begin ??= at;
      body(part);
    }
  }
  take(text.length);
  return found;
}

function* tokensOf(text: string): Iterable<{ readonly part: string; readonly at: number }> {
  token.lastIndex = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const { index: at } = match;
    const end = match[0] === '/*' ? endOfComment(text, at) : token.lastIndex;
    yield { part: text.slice(at, end), at };
    token.lastIndex = end;
  }
}

/** Block comments nest in PostgreSQL. */
function endOfComment(text: string, at: number): number {
  let depth = 0;
  for (const { 0: mark, index } of text.slice(at).matchAll(/\/\*|\*\//g)) {
    depth += mark === '/*' ? 1 : -1;
    if (depth === 0) return at + index + 2;
  }
  return text.length;
}

/** Follows the body of a function that is not quoted, `BEGIN ATOMIC … END`, in which a semicolon ends no statement. */
function bodyDepth(): (part: string) => number {
  let [depth, before] = [0, ''];
  return (part) => {
    const word = part.toUpperCase();
    if (depth === 0) depth = before === 'BEGIN' && word === 'ATOMIC' ? 1 : 0;
    else if (word === 'CASE') depth++;
    else if (word === 'END') depth--;
    before = word;
    return depth;
  };
}

/**
 * Statements that end the transaction of a migration, or begin another transaction. Savepoints stay inside of the
 * transaction.
 */
const control =
  /^(BEGIN|START\s+TRANSACTION|COMMIT|END|ABORT|PREPARE\s+TRANSACTION|ROLLBACK(?!\s+((WORK|TRANSACTION)\s+)?TO\b))\b/i;

/** The words of a statement that ends or begins a transaction. */
export function transactionControl(sql: string): string | undefined {
  return control.exec(sql)?.[0].replaceAll(/\s+/g, ' ').toUpperCase();
}
