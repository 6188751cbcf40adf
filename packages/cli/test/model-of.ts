import { loadConfig } from '../src/config/index.js';
import type { Result } from '../src/diagnostics/diagnostic.js';
import { loadDefinitions } from '../src/load/index.js';
import { buildModel } from '../src/model/build.js';
import type { Attribute, ContentModel, ContentType } from '../src/model/model.js';
import { temporaryProject } from './temporary-project.js';

/** The model of a project with the given files. */
export async function modelOf(files: Readonly<Record<string, string | object>>): Promise<ContentModel> {
  const config = valueOf(await loadConfig(temporaryProject(files)));
  return valueOf(buildModel(valueOf(await loadDefinitions(config))));
}

export function typeNamed(model: ContentModel, name: string): ContentType {
  return model.contentTypes.find((type) => type.name === name)!;
}

export function attributeOf(model: ContentModel, type: string, name: string): Attribute | undefined {
  return typeNamed(model, type).attributes.find((attribute) => attribute.name === name);
}

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return result.value;
}
