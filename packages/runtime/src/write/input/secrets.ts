import { hashPassword } from '../../access/index.js';
import { type AnyComponent, type AnyModel, type Attribute, isList } from '../../model/index.js';
import type { AttributeInput, Input } from './input.js';
import { type Path, label, problemsError } from './problems.js';

/** One hash takes 20 ms of a processor, so a short body with many would occupy the server. */
const MAX_PASSWORDS = 10;

/** Takes the passwords of one body, named by their paths, before they are hashed; throws beyond the limit of a request. */
export type PasswordBudget = (paths: readonly Path[]) => void;

/** The budget of one request, which all of its bodies share. */
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
  input: Input,
  spend: PasswordBudget = limitedPasswords(),
): Promise<Input> {
  spend(passwordsIn(holder, input));
  return hashAll(holder, input);
}

async function hashAll(holder: AnyModel | AnyComponent, input: Input): Promise<Input> {
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

function passwordsIn(holder: AnyModel | AnyComponent, input: Input): readonly Path[] {
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
