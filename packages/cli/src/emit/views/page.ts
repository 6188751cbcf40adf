import type { Scope } from '../../attributes/kind.js';
import type { ContentModel, ContentType } from '../../model/model.js';
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

/** The symbols that attributes do not refer to. */
export function own(type: ContentType, file: 'filters' | 'populate' | 'routes'): ExportedSymbol {
  const suffix = { filters: 'Filters', populate: 'Populate', routes: 'Routes' }[file];
  return { symbol: `${type.symbols.prefix}${suffix}`, module: `${type.name}/${file}`, value: true };
}

/** The runtime itself answers requests for users. */
export function hasRoutes(type: ContentType): boolean {
  return type.uid !== 'plugin::users-permissions.user';
}
