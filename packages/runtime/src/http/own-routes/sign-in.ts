import type { Context } from 'hono';

import { signInAs } from '../../users/index.js';
import type { ContentEnv } from '../context.js';
import { answerSession } from '../sessions.js';

/**
 * Signs a user in who has proved to be this user in another way than by a password, and answers as `POST
 * /api/auth/local`. Check the proof first: this function asks for none.
 */
export async function answerSignIn(c: Context<ContentEnv>, documentId: string): Promise<Response> {
  return answerSession(c, await signInAs(c.var.scope, documentId), 'cookie');
}
