import type { Attribute } from '../model/model.js';
import type { Scope } from './kind.js';
import { string } from './literal.js';

type Demand = 'required' | 'present' | 'needed';

/** `t.Text<'required'>`: a kind of attribute with its marks. */
export function marked(
  kind: string,
  args: readonly string[],
  attribute: Attribute,
  scope: Scope,
  whenRequired: Demand,
): string {
  // A condition that hides the attribute also lifts its demand for a value.
  const isDemanded = attribute.required && attribute.visibleIf === undefined;
  // Values of entries may be null, because drafts have entries, too. A default is no demand.
  const isNeeded = scope.ofEntries && whenRequired !== 'present' && attribute.writable;
  const marks = [
    ...(isDemanded && scope.requiredIsPresent ? demandOf(attribute, whenRequired) : []),
    ...(isDemanded && isNeeded ? ['needed'] : []),
    ...(attribute.private || !attribute.visible ? ['private'] : []),
    ...(attribute.writable ? [] : ['readonly']),
    ...(attribute.keepOldValues ? ['kept'] : []),
  ];
  const all = [...args, ...(marks.length === 0 ? [] : [marks.map(string).join(' | ')])];
  return `t.${kind}${all.length === 0 ? '' : `<${all.join(', ')}>`}`;
}

/** A body cannot set an attribute that is not writable, so no body needs it. */
function demandOf({ writable }: Attribute, whenRequired: Demand): readonly Demand[] {
  if (writable) return [whenRequired];
  return whenRequired === 'needed' ? [] : ['present'];
}
