import { allows, may, rowCondition } from '../../access/index.js';
import type { Content, Scope } from '../../content/content.js';
import { ValidationError } from '../../errors/index.js';
import type { AnyComponent, AnyModel } from '../../model/model.js';
import type { Parameters } from '../../query/parameters.js';
import { readData } from './body.js';
import { type Input, parseInput } from './input.js';
import { type KeyRights, checkKeys } from './keys.js';
import { hashSecrets } from './secrets.js';
import type { Status } from '../versions/version.js';

/** The version a write is about, from its query. */
export interface WriteVersion {
  readonly locale: string;
  readonly preferred: readonly string[];
  readonly publish: boolean;
  /** Of the version the answer shows. */
  readonly status: Status;
}

export function versionOf(scope: Scope, model: AnyModel, parameters: Parameters): WriteVersion {
  const { default: fallback, all } = scope.content.settings.locales;
  const [code = fallback, ...others] = parameters.locale;
  const publish = !model.draftAndPublish || parameters.status === 'published';
  const status = publish ? 'published' : 'draft';
  const preferred = [...new Set([...parameters.locale.filter((one) => one !== '*'), fallback])];
  if (!model.localized) return { locale: '', preferred, publish, status };
  if (code === '*' || others.length > 0 || parameters.localeList) {
    throw new ValidationError(
      `Invalid locale param ${parameters.locale.join(',')} provided. Document locales must be strings.`,
    );
  }
  if (!all.includes(code)) throw new ValidationError(`Invalid locale param ${code} provided. There is no such locale.`);
  return { locale: code, preferred, publish, status };
}

/** Reads a body: what it may not say, what it says, and the hashes of its passwords. */
export async function readInput(
  scope: Scope,
  model: AnyModel,
  body: unknown,
  mode: { readonly creating: boolean; readonly publish: boolean },
  rights: KeyRights = rightsOf(scope, model),
): Promise<Input> {
  const data = readData(body);
  checkKeys(model, data, rights);
  const input = parseInput(model, data, {
    ...mode,
    final: !model.draftAndPublish,
    components: () => componentsOf(scope.content),
  });
  return hashSecrets(model, input);
}

function rightsOf(scope: Scope, model: AnyModel): KeyRights {
  return {
    maySee: (target) => may(scope, target, 'find'),
    maySeeType: (uid) => {
      const target = scope.content.modelsByUid.get(uid);
      return target !== undefined && may(scope, target, 'find');
    },
    mayWrite: (name) => allows(scope, model, name, 'write'),
    // Which rows that would touch is not known here: where there is a rule for rows, it takes the owner's own route.
    mayWriteFrom: (owner, name) =>
      allows(scope, owner, name, 'write') && rowCondition(scope, owner, 'update') === undefined,
  };
}

/** What the project itself writes is not for its caller to be allowed. */
export const ALL_RIGHTS: KeyRights = {
  maySee: () => true,
  maySeeType: () => true,
  mayWrite: () => true,
  mayWriteFrom: () => true,
};

/** The names of all components that content types use, as messages list them. */
function componentsOf(content: Content): readonly string[] {
  const found = new Set<AnyComponent>();
  const visit = (holder: AnyModel | AnyComponent): void => {
    for (const attribute of Object.values(holder.attributes)) {
      const used =
        attribute.kind === 'component'
          ? [attribute.component()]
          : attribute.kind === 'dynamicZone'
            ? attribute.components()
            : [];
      for (const component of used) {
        if (found.has(component)) continue;
        found.add(component);
        visit(component);
      }
    }
  };
  for (const model of content.models.values()) visit(model);
  return [...found].map(({ name }) => name).sort((a, b) => (a < b ? 1 : -1));
}
