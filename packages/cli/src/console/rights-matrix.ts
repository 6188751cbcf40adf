import type { Settings } from '@content-gen/runtime';

import type { ContentModel } from '../model/model.js';
import { type DocumentedEndpoint, documentedEndpoints } from '../openapi/index.js';
import { rightsTo } from '../permissions/rights.js';
import { surfaceOf } from '../surface/surface.js';

/** `rows`: only for the rows that a rule selects. */
export type MatrixReach = 'yes' | 'rows' | 'no';

/** The endpoints of a project, and the roles that reach them. */
export interface RightsMatrix {
  readonly roles: readonly string[];
  readonly endpoints: readonly (DocumentedEndpoint & { readonly reach: Readonly<Record<string, MatrixReach>> })[];
  /** The content of `surface.lock.json`: the fields and rows of each right. */
  readonly surface: ReturnType<typeof surfaceOf>;
}

export function rightsMatrix(model: ContentModel, settings: Settings): RightsMatrix {
  const roles = [...new Set(['public', ...Object.keys(settings.permissions)])];
  const endpoints = documentedEndpoints(model, settings).map((endpoint) => ({
    ...endpoint,
    reach: Object.fromEntries(roles.map((role) => [role, reachOf(endpoint, role, settings)])),
  }));
  return { roles, endpoints, surface: surfaceOf(model, settings) };
}

function reachOf({ type, action }: DocumentedEndpoint, role: string, settings: Settings): MatrixReach {
  const rights = rightsTo(settings, role, type);
  const right = rights.rightTo(action);
  if (right === undefined) return 'no';
  return rights.where === undefined && rights.whereTo?.[right] === undefined ? 'yes' : 'rows';
}
