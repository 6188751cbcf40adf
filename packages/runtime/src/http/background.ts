import { writeLog } from '../errors/index.js';
import type { Context } from 'hono';

import { type Content, withoutClient } from '../content/index.js';
import type { ContentEnv } from './context.js';

/** The answer does not wait for this work. A failure is logged, because it must not end the process. */
export function inBackground(c: Context<ContentEnv>, work: (content: Content) => Promise<void>): void {
  const { content, requestId } = c.var.scope;
  // The client may close its connection after the answer, and that must not end this work.
  work(withoutClient(content)).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    writeLog({ level: 'error', requestId, path: c.req.path, message });
  });
}
