/**
 * Passwords are kept as argon2id hashes. Those of an imported database are bcrypt hashes, which still verify; whoever
 * signs in with one gets a new hash.
 */

/** What OWASP asks for at least, and then some: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return hash(password, COST);
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  if (isBcrypt(stored)) {
    const { compare } = await import('bcryptjs');
    return compare(password, stored);
  }
  if (!stored.startsWith('$argon2')) return false;
  const { verify } = await import('@node-rs/argon2');
  return verify(stored, password);
}

export function isBcrypt(stored: string): boolean {
  return /^\$2[aby]\$/.test(stored);
}

let decoy: Promise<string> | undefined;

/** Takes as long as checking a password that exists, so that the time does not tell which users do. */
export async function verifyNothing(password: string): Promise<void> {
  decoy ??= hashPassword('nobody has this password');
  await verifyPassword(password, await decoy);
}
