import { typeOfExtension } from './extensions.js';
import { extensionOf } from './names.js';

/** What a browser may show in a tab of this origin: nothing that can run. Anything else is downloaded. */
const INLINE = /^(image\/(?!svg)[a-z0-9.+-]+|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|text\/plain|application\/pdf)$/;

export interface Presentation {
  readonly type: string;
  readonly disposition: 'inline' | 'attachment';
}

/** How a stored file is presented. Keys carry the extension of what the file is. */
export function presentation(key: string, type = typeOfExtension(extensionOf(key))): Presentation {
  if (type === undefined || !INLINE.test(type)) {
    return {
      type: type === 'text/html' || type === undefined ? 'application/octet-stream' : type,
      disposition: 'attachment',
    };
  }
  return { type: type === 'text/plain' ? 'text/plain; charset=utf-8' : type, disposition: 'inline' };
}
