import type { Settings } from '@content-gen/runtime';

import type { AllowedChange, ClientDefinition, ConfigDefinition } from './define.js';
import { configShape } from './definition-shape.js';
import { clientsOf } from './clients.js';
import { foldersOf } from './folders.js';
import { type ConfigSource, locate } from './source-position.js';
import { readConfig } from './read.js';
import { isObject } from './plain-object.js';
import { settingsOf } from './settings.js';
import type { ConfigReport } from './shape.js';
import { type Diagnostic, type Result, failed, ok } from '../diagnostics/diagnostic.js';

export { configFiles } from './read.js';

/** The content of `content-gen.config`, with every default filled in. */
export interface Config {
  /** The project's folder, absolute. */
  readonly root: string;
  /** The config file, relative to the root. Absent if the project has none. */
  readonly file?: string;
  /** The text of the config file, for messages that point into it. */
  readonly source?: ConfigSource;
  /** The folders of the definitions, relative to the root. */
  readonly content: readonly string[];
  /** The folder of the generated code, relative to the root. */
  readonly output: string;
  /** The types that custom fields of Strapi plugins store. */
  readonly customFields: Readonly<Record<string, string>>;
  /** The files of the clients for front ends, relative to the root. */
  readonly clients: readonly ClientDefinition[];
  /** The host names under which `serve` answers, besides those of this machine. */
  readonly hosts?: readonly string[];
  /** Whether the generated code contains `openapi.json`. */
  readonly openapi: boolean;
  /** The changes that `diff` accepts. */
  readonly allow: readonly AllowedChange[];
  /** The settings that the running API needs. */
  readonly settings: Settings;
}

/** Reads `content-gen.config.*`, or the key `content-gen` of package.json, or uses defaults if there is neither. */
export async function loadConfig(root: string, explicitPath?: string): Promise<Result<Config>> {
  const read = await readConfig(root, explicitPath);
  if (!read.ok) return read;
  const source = read.value?.source;
  const written = read.value?.value ?? {};

  const diagnostics: Diagnostic[] = [];
  const report: ConfigReport = (code, path, message, hint) => {
    const span = locate(source ?? { root, file: 'package.json', text: '' }, path);
    diagnostics.push({ code, span, message, ...(hint === undefined ? {} : { hint }) });
  };
  configShape(written, [], report);
  if (diagnostics.length > 0 || !isDefinition(written)) return failed(diagnostics);

  const clients = clientsOf(written, report);
  const folders = foldersOf(root, written, report);
  const settings = settingsOf(written, report);
  if (diagnostics.length > 0) return failed(diagnostics);
  const hosts = written.serve?.hosts;
  const given = {
    ...(source ? { file: source.file, source } : {}),
    ...(hosts ? { hosts } : {}),
  };
  return ok({
    root,
    ...given,
    ...folders,
    clients,
    customFields: written.customFields ?? {},
    openapi: written.openapi ?? false,
    allow: written.diff?.allow ?? [],
    settings,
  });
}

/** Tells the compiler that the shape has been checked. */
function isDefinition(written: unknown): written is ConfigDefinition {
  return isObject(written);
}
