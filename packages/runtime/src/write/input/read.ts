import { allows, hashPassword, may } from '../../access/index.js';
import type { Scope } from '../../content/index.js';
import { type AnyComponent, type AnyModel, type Attribute, componentsIn, isList } from '../../model/index.js';
import { type Data, isObject, readData } from './body.js';
import type { AttributeInput, ParsedEntry, InputValues, ParsedInput } from './input.js';
import { type KeyRights, keyRights } from './keys.js';
import { parseInput } from './parse.js';
import { type ValuePath, label, problemsError } from './problems.js';

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
 * them. Other components are as unknown as components that do not exist.
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
  { use: 'write', actions: ['create', 'update', 'createDraft', 'updateDraft'] },
] as const;

/**
 * The data of a body with the values as they were read: a client may send `"7"` for a number, but the types of hooks
 * promise a number. Relations and files keep their spelling, because their types allow every spelling.
 */
export function typedData(data: Data, input: InputValues): Data {
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

function typedEntry(sent: unknown, entry: ParsedEntry | undefined): unknown {
  if (!isObject(sent) || entry === undefined) return sent;
  const typed = typedData(sent, entry.input);
  return typeof sent.id === 'string' && /^\d+$/.test(sent.id) ? { ...typed, id: Number(sent.id) } : typed;
}

/** One hash takes 20 ms of a processor, so a short body with many passwords would occupy the server. */
const MAX_PASSWORDS = 10;

/**
 * Takes the paths of the passwords of one body before the passwords are hashed, and throws beyond the limit of a
 * request.
 */
export type PasswordBudget = (paths: readonly ValuePath[]) => void;

/** The budget of one request, which all bodies of the request share. */
export function limitedPasswords(): PasswordBudget {
  let left = MAX_PASSWORDS;
  return (paths) => {
    const path = paths[left];
    if (path === undefined) {
      left -= paths.length;
      return;
    }
    const message = `${label(path)} is one password too many: a request may set at most ${MAX_PASSWORDS}`;
    throw problemsError([{ path, message }]);
  };
}

/** Replaces passwords by their hashes, before the write takes locks, because hashing is slow on purpose. */
export async function hashSecrets(
  holder: AnyModel | AnyComponent,
  input: InputValues,
  spend: PasswordBudget = limitedPasswords(),
): Promise<InputValues> {
  spend(passwordsIn(holder, input));
  return hashAll(holder, input);
}

async function hashAll(holder: AnyModel | AnyComponent, input: InputValues): Promise<InputValues> {
  const hashed = await Promise.all(
    [...input].map(async ([name, value]) => [name, await hashAttribute(holder.attributes[name], value)] as const),
  );
  return new Map(hashed);
}

async function hashAttribute(attribute: Attribute | undefined, value: AttributeInput): Promise<AttributeInput> {
  if (value.kind === 'entries') {
    const entries = value.entries.map(async (entry) => ({
      ...entry,
      input: await hashAll(entry.component, entry.input),
    }));
    return { kind: 'entries', entries: await Promise.all(entries) };
  }
  const password = passwordOf(attribute, value);
  return password === undefined ? value : { kind: 'scalar', value: await hashPassword(password) };
}

function passwordsIn(holder: AnyModel | AnyComponent, input: InputValues): readonly ValuePath[] {
  return [...input].flatMap(([name, value]) => {
    const attribute = holder.attributes[name];
    if (value.kind !== 'entries') return passwordOf(attribute, value) === undefined ? [] : [[name]];
    const isOne = attribute !== undefined && !isList(attribute);
    return value.entries.flatMap((entry, index) =>
      passwordsIn(entry.component, entry.input).map((path) => [name, ...(isOne ? [] : [index]), ...path]),
    );
  });
}

function passwordOf(attribute: Attribute | undefined, value: AttributeInput): string | undefined {
  const isPassword = attribute?.kind === 'scalar' && attribute.type.name === 'password' && value.kind === 'scalar';
  return isPassword && typeof value.value === 'string' ? value.value : undefined;
}
