import type { Config } from '../config.js';
import type { RawDefinition } from '../definitions/raw.js';
import { type Result, ok } from '../diagnostics.js';

export async function loadDefinitions(_config: Config): Promise<Result<readonly RawDefinition[]>> {
  return ok([]);
}
