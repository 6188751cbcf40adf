import { type Data, isObject } from './body.js';
import type { AttributeInput, EntryInput, Input } from './input.js';

/**
 * The data of a body with the values as they were read: a client may send `"7"` for a number, but the types of hooks
 * promise a number. Relations and files keep their spelling, because their types allow all of them.
 */
export function typedData(data: Data, input: Input): Data {
  const typed: Record<string, unknown> = { ...data };
  for (const [name, read] of input) typed[name] = typedValue(data[name], read);
  return typed;
}

function typedValue(sent: unknown, read: AttributeInput): unknown {
  if (read.kind === 'scalar') return read.value;
  if (read.kind !== 'entries') return sent;
  // Data without problems has an entry for each value that was sent.
  if (Array.isArray(sent)) return sent.map((each: unknown, index) => typedEntry(each, read.entries[index]));
  return typedEntry(sent, read.entries[0]);
}

function typedEntry(sent: unknown, entry: EntryInput | undefined): unknown {
  if (!isObject(sent) || entry === undefined) return sent;
  const typed = typedData(sent, entry.input);
  return typeof sent.id === 'string' && /^\d+$/.test(sent.id) ? { ...typed, id: Number(sent.id) } : typed;
}
