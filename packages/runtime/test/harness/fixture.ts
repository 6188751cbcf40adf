import type { Hono } from 'hono';

import type { ContentDefinition } from '../../src/content/content.js';
import type { ContentEnv } from '../../src/http/context.js';

/** A generated project. */
export interface Fixture {
  readonly name: string;
  readonly definition: ContentDefinition;
  readonly routes: Hono<ContentEnv>;
  /** Its `schema.ts`. */
  readonly tables: Record<string, unknown>;
}
