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

interface Verified {
  readonly valid: boolean;
  /** The hash that should replace a valid bcrypt hash. */
  readonly replacement?: string;
}

/**
 * Verifies a password against a stored hash. Every call computes one bcrypt and one argon2 hash, so that the time tells
 * neither whether a user exists nor where its hash comes from. The second hash of a bcrypt user is its replacement.
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<Verified> {
  const hash = stored ?? '';
  if (/^\$2[aby]\$/.test(hash)) {
    const valid = await compareBcrypt(password, hash);
    const replacement = await hashPassword(password);
    return valid ? { valid, replacement } : { valid };
  }
  await compareBcrypt(password, BCRYPT_DECOY);
  const { verify } = await import('@node-rs/argon2');
  const isArgon2 = hash.startsWith('$argon2');
  const matches = await verify(isArgon2 ? hash : ARGON2_DECOY, password);
  return { valid: isArgon2 && matches };
}

/** The libraries for bcrypt and argon2 compute on threads of libuv, so that other requests go on meanwhile. */
async function compareBcrypt(password: string, stored: string): Promise<boolean> {
  const { compare } = await import('@node-rs/bcrypt');
  return compare(password, stored);
}

/** Hashes of random passwords that were thrown away: with the cost that Strapi uses for bcrypt, and with `COST`. */
const BCRYPT_DECOY = '$2b$10$3x6qESfKDMMvSS1/LAqgtumm68kehK391iQm8jIqXWGuBVP9Cj7hS';
const ARGON2_DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$AXJVhJ6mw01i94b3t2Bsyw$X+/OS6Avd86d5r1s9wugCD1B0zFqIwJ6i4gJvmbKHY0';
