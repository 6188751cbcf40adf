/**
 * Passwords are stored as argon2id hashes. An imported database has bcrypt hashes, which still verify; signing in
 * replaces them.
 */

/** The minimum that OWASP recommends: 19 MiB, two passes. */
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

/** Takes as long as verifying a real password, so that the time does not reveal which users exist. */
export async function verifyNothing(password: string): Promise<void> {
  decoy ??= hashPassword('the password of no user');
  await verifyPassword(password, await decoy);
}
