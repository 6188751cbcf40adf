import type { Scope } from '../../attributes/kind.js';
import type { ContentModel, ContentType } from '../../model/model.js';
import { camelCase } from '../../model/names/names.js';
import type { Settings } from '@content-gen/runtime';
import type { Imports } from '../imports.js';
import type { ExportedSymbol } from '../exports.js';

/** The data of a view, besides the content type or component. */
export interface Page {
  readonly scope: Scope;
  readonly imports: Imports;
  /** The extension in import statements: `.js`, or nothing. */
  readonly extension: string;
  readonly settings: Settings;
  readonly model: ContentModel;
}

/** The path segment of a content type. */
export function segmentOf(type: ContentType): string {
  return type.kind === 'singleType' ? type.name : type.plural;
}

/** The name of a content type in code: `content.asSystem().articles`. */
export function codeNameOf(type: ContentType): string {
  return camelCase(segmentOf(type));
}

/** The symbols that attributes do not refer to. */
export function own(type: ContentType, suffix: 'Filters' | 'Input' | 'Populate' | 'Routes'): ExportedSymbol {
  const module = `${type.name}/${suffix === 'Routes' ? 'routes' : 'validators'}`;
  return { symbol: `${type.symbols.prefix}${suffix}`, module, value: true };
}

/** The runtime itself answers requests for users. */
export function hasRoutes(type: ContentType): boolean {
  return type.uid !== 'plugin::users-permissions.user';
}
