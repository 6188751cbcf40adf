import type { AnyComponent, AnyModel } from '../../model/model.js';
import { hashPassword } from '../../access/passwords.js';
import type { AttributeInput, Input } from './input.js';

/** Replaces passwords by their hashes, before the write takes locks, because hashing is slow on purpose. */
export async function hashSecrets(holder: AnyModel | AnyComponent, input: Input): Promise<Input> {
  const hashed = await Promise.all(
    [...input].map(async ([name, value]) => [name, await hashAttribute(holder, name, value)] as const),
  );
  return new Map(hashed);
}

async function hashAttribute(
  holder: AnyModel | AnyComponent,
  name: string,
  value: AttributeInput,
): Promise<AttributeInput> {
  const attribute = holder.attributes[name];
  if (value.kind === 'entries') {
    const entries = value.entries.map(async (entry) => ({
      ...entry,
      input: await hashSecrets(entry.component, entry.input),
    }));
    return { kind: 'entries', entries: await Promise.all(entries) };
  }
  const secret = attribute?.kind === 'scalar' && attribute.type.name === 'password' && value.kind === 'scalar';
  if (!secret || typeof value.value !== 'string') return value;
  return { kind: 'scalar', value: await hashPassword(value.value) };
}
