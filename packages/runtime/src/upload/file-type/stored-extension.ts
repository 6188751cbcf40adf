import { extensionOf } from '../names.js';
import { extensionOfType, isExecutable, typeOfExtension } from './extensions.js';

/**
 * The extension of the name, unless it contradicts the content. A web server may execute a file with an unknown
 * extension (`.phtml`, `.shtml`), so an unknown extension is dropped, like the extension of a program.
 */
export function storedExtension(name: string, type: string): string {
  const given = extensionOf(name);
  const named = typeOfExtension(given);
  if (named === undefined) return '';
  const extension = named === type ? given : extensionOfType(type) || given;
  return isExecutable(extension) ? '' : extension;
}
