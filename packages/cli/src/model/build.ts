import type { Config } from '../config.js';
import type { RawDefinition } from '../definitions/raw.js';
import { type Result, ok } from '../diagnostics.js';
import type { ContentModel } from './model.js';

export function buildModel(_definitions: readonly RawDefinition[], _config: Config): Result<ContentModel> {
  return ok({ contentTypes: [], components: [] });
}
