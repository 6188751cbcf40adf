import { createHash, timingSafeEqual } from 'node:crypto';

import type { Caller } from './content.js';
import { ContentError } from './errors.js';
import type { Settings, TokenSettings } from './settings.js';

/** Finds who a bearer token belongs to. */
export interface TokenDirectory {
  /** Throws a 401 for tokens that are unknown or expired. */
  caller(secret: string): Caller;
}

const READ_ONLY = new Set(['find', 'findOne', 'findDraft']);

/** The tokens that the configuration declares, by the hash of their secret. */
export function declaredTokens({ tokens }: Settings): TokenDirectory {
  const entries = tokens.map((token) => ({ token, hash: Buffer.from(token.sha256, 'hex'), caller: callerOf(token) }));
  return {
    caller(secret) {
      const hash = createHash('sha256').update(secret).digest();
      const found = entries.find((entry) => entry.hash.length === hash.length && timingSafeEqual(entry.hash, hash));
      if (found === undefined) throw new ContentError(401, 'UnauthorizedError', 'Missing or invalid credentials');
      if (found.token.expiresAt !== undefined && Date.parse(found.token.expiresAt) <= Date.now()) {
        throw new ContentError(401, 'UnauthorizedError', 'Token expired');
      }
      return found.caller;
    },
  };
}

function callerOf(token: TokenSettings): Caller {
  const { name, type } = token;
  const id = `config:${name}`;
  if (type === 'full-access') return { kind: 'token', id, name, may: () => true };
  if (type === 'read-only') return { kind: 'token', id, name, may: (_type, action) => READ_ONLY.has(action) };
  const actions = new Set(token.actions);
  return { kind: 'token', id, name, may: (subject, action) => actions.has(`${subject}.${action}`) };
}
