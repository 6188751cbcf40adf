/** An event of a stream of Server-Sent Events. */
interface StreamEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * Takes the text of a stream piece by piece, and returns the events that are complete. `EventSource` cannot send the
 * header with the token, so that the studio reads the stream itself.
 */
export function eventReader(): (piece: string) => readonly StreamEvent[] {
  let rest = '';
  return (piece) => {
    const parts = (rest + piece).split('\n\n');
    rest = parts.pop() ?? '';
    return parts.flatMap(eventOf);
  };
}

/** Comments, which keep the connection open, are no events. */
function eventOf(text: string): readonly StreamEvent[] {
  const lines = text.split('\n');
  const valuesOf = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ''));
  const data = valuesOf('data');
  return data.length === 0 ? [] : [{ name: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') }];
}
