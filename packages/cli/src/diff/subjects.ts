import type { Path } from '../config/source-position.js';
import type { Attribute } from '../model/model.js';
import { type Change, type Owner, type Use, type Verb, everyVerb } from './change.js';

type About = Pick<Change, 'affects' | 'subject' | 'place' | 'use'>;

/** What a change of an attribute is about. Requests are affected that use the attribute. */
export function ofAttribute(
  owner: Owner,
  { name, span }: Attribute,
  verbs: readonly Verb[],
  options: Pick<Use, 'isOld' | 'isNamed'> = {},
): About {
  return {
    affects: 'clients',
    subject: `${owner.name}.${name}`,
    place: { span, ...old(options.isOld) },
    use: { owner: owner.name, verbs, attribute: name, ...options },
  };
}

/** What a change of a content type or component is about. */
export function ofOwner({ name, span }: Owner, { isOld }: Pick<Use, 'isOld'> = {}): About {
  return {
    affects: 'clients',
    subject: name,
    place: { span, ...old(isOld) },
    use: { owner: name, verbs: everyVerb, ...old(isOld) },
  };
}

/** What a change of a setting is about: `api.rest.maxLimit`. */
export function ofSetting(path: readonly string[], isOld = false): About {
  return { affects: 'clients', subject: path.join('.'), place: { path, ...old(isOld) } };
}

/** What a change of rights is about: `permissions.editor.article`. The place is that of the nearest key. */
export function ofRole(path: readonly string[], use?: Use, place: Path = path, isOld = false): About {
  return {
    affects: 'roles',
    subject: path.join('.'),
    place: { path: place, ...old(isOld) },
    ...(use === undefined ? {} : { use }),
  };
}

function old(isOld: boolean | undefined): { readonly isOld?: true } {
  return isOld === true ? { isOld } : {};
}
