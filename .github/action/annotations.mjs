/** Marks of lines in a pull request: `::error file=content/article.ts,line=4,col=5,title=attribute-removed::…`. */

const levels = { breaking: 'error', dangerous: 'warning' };

/** The lines that a job prints for changes. Safe changes need no mark. */
export function annotationsOf(changes, prefix) {
  return changes
    .filter(({ severity }) => severity in levels)
    .map(({ severity, file, line, column, code, message, isOld, allowed }) => {
      const level = allowed === undefined ? levels[severity] : 'notice';
      // A line of the old state is another line now.
      const place = isOld ? '' : `,line=${line},col=${column}`;
      const name = `file=${escapedProperty(prefix + file)}${place},title=${escapedProperty(code)}`;
      return `::${level} ${name}::${escapedMessage(message)}`;
    });
}

/** A line break would begin a command of its own. */
export function escapedMessage(text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text) {
  return escapedMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
