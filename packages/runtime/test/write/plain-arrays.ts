import { type ListChange, MissingAnchor } from '../../src/order/operations.js';

/** What relation lists mean, on plain arrays: slow, and plain to see. */
export function changed(current: readonly string[], change: ListChange): string[] {
  if (change.kind === 'set') return [...new Set(change.ids)];
  const list = current.filter((id) => !change.disconnect.includes(id));
  for (const connect of change.connect) {
    const at = list.indexOf(connect.id);
    if (at >= 0) list.splice(at, 1);
    const { place } = connect;
    if (place === 'start') list.unshift(connect.id);
    else if (place === 'end') list.push(connect.id);
    else {
      const anchor = list.indexOf('before' in place ? place.before : place.after);
      if (anchor < 0 && change.strict) throw new MissingAnchor(connect, change.connect);
      if (anchor < 0) list.push(connect.id);
      else list.splice('before' in place ? anchor : anchor + 1, 0, connect.id);
    }
  }
  return list;
}
