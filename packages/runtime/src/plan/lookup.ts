import type { Use } from '../content/index.js';
import { type Holder, type Named, HIDDEN } from '../model/index.js';
import type { PlanContext } from './context.js';

/** The meaning of a name for a caller. An attribute that the caller may not use is hidden from it. */
export function meaningOf(
  { allows }: Pick<PlanContext, 'allows'>,
  holder: Holder,
  name: string,
  use: Use,
): Named | undefined {
  const named = holder.compiled.names.get(name);
  return named === undefined || allows(holder, name, use) ? named : HIDDEN;
}
