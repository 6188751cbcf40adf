import type { Literal } from '../model/model.js';
import type { Reach } from '../permissions/reach.js';
import type { Schema } from './schema.js';

export const securitySchemes: Schema = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token, or the jwt of a session.',
  },
};

/** Credentials are required unless the role `public` may do it, and optional then. */
export function securityOf(reach: Reach, type: string, action: string): readonly Literal[] {
  if (reach.role === 'public') return [{}];
  return reach.isPublic(type, action) ? [{}, { bearer: [] }] : [{ bearer: [] }];
}
