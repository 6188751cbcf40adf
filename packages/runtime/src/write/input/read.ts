import { allows, may } from '../../access/index.js';
import type { Scope } from '../../content/index.js';
import { type AnyComponent, type AnyModel, type Attribute, componentsIn } from '../../model/index.js';
import { type Data, isObject, readData } from './body.js';
import type { AttributeInput, EntryInput, Input, ParsedInput } from './input.js';
import { type KeyRights, keyRights } from './keys.js';
import { parseInput } from './parse.js';
import { type PasswordBudget, hashSecrets } from './secrets.js';

/** How data is read. */
interface ReadMode {
  /** The document is new. */
  readonly creating: boolean;
  readonly publish: boolean;
  /** Absent if the data is all that the request sent. */
  readonly passwords?: PasswordBudget | undefined;
}

/** Data as it was read. */
interface ReadData extends ParsedInput {
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
