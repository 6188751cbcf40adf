import type { Change, Owner } from '../../change.js';
import { ofOwner } from '../../subjects.js';

/** The name of a component, which answers and bodies of a dynamic zone contain. */
export function componentRenamed(component: Owner, before: string): Change {
  return {
    code: 'component-renamed',
    severity: 'breaking',
    ...ofOwner(component),
    message: `the component ${before} is called ${component.name}, also in __component of answers and bodies`,
    advice: `keep the name ${before} while clients of dynamic zones use it`,
  };
}
