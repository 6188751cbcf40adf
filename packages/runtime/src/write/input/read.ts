import { allows, may } from '../../access/index.js';
import type { Scope } from '../../content/index.js';
import { type AnyComponent, type AnyModel, type Attribute, componentsIn } from '../../model/index.js';
import { readData } from './body.js';
import type { ParsedInput } from './input.js';
import { type KeyRights, keyRights } from './keys.js';
import { parseInput } from './parse.js';
import { type PasswordBudget, hashSecrets } from './secrets.js';
import { typedData } from './typed-data.js';

/** How data is read. */
export interface ReadMode {
  /** The document is new. */
  readonly creating: boolean;
  readonly publish: boolean;
  /** Absent if the data is all that the request sent. */
  readonly passwords?: PasswordBudget | undefined;
}

/** Data as it was read. */
export interface ReadData extends ParsedInput {
  /** The data for the hooks of the type, which expect values of the declared types. */
  readonly data: unknown;
}

/** Reads the data of a write: refuses keys that the caller may not write, parses values, and hashes passwords. */
export async function readInput(
  scope: Scope,
  model: AnyModel,
  sent: unknown,
  mode: ReadMode,
  rights: KeyRights = keyRights(scope, model, mode),
): Promise<ReadData> {
  const data = readData(sent);
  let components: readonly string[] | undefined;
  const parseMode = {
    ...mode,
    final: !model.draftAndPublish,
    connectsMedia: scope.content.settings.api.responses === 'strapi',
    components: () => (components ??= componentNames(scope)),
  };
  const parsed = parseInput(model, data, parseMode, rights);
  if (parsed.problems !== undefined) return { ...parsed, data };
  const hasHooks = scope.content.hooks?.has(model.name) === true;
  const input = await hashSecrets(model, parsed.input, mode.passwords);
  return { input, data: hasHooks ? typedData(data, parsed.input) : data };
}

/**
 * The names of the components of all attributes that the caller may read or write, in the order in which Strapi lists
 * them. Others are as unknown as components that do not exist.
 */
function componentNames(scope: Scope): readonly string[] {
  const found = new Set<AnyComponent>();
  const visit = (attributes: readonly Attribute[]): void => {
    for (const component of attributes.flatMap(componentsIn)) {
      if (found.has(component)) continue;
      found.add(component);
      visit(Object.values(component.attributes));
    }
  };
  for (const model of scope.content.models.values()) {
    const uses = USES.filter(({ actions }) => actions.some((action) => may(scope, model, action)));
    const open = Object.entries(model.attributes).filter(([name]) =>
      uses.some(({ use }) => allows(scope, model, name, use)),
    );
    visit(open.map(([, attribute]) => attribute));
  }
  return [...found].map(({ name }) => name).sort((a, b) => (a < b ? 1 : -1));
}

const USES = [
  { use: 'read', actions: ['find', 'findOne'] },
  { use: 'write', actions: ['create', 'update'] },
] as const;
