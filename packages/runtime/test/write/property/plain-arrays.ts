import type { ListChange } from '../../../src/order/operations.js';

/** The meaning of relation lists on plain arrays: slow, but easy to see. `undefined` where an anchor is missing. */
export function changed(current: readonly string[], change: ListChange): string[] | undefined {
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
      if (anchor < 0 && change.strict) return undefined;
      if (anchor < 0) list.push(connect.id);
      else list.splice('before' in place ? anchor : anchor + 1, 0, connect.id);
    }
  }
  return list;
}
