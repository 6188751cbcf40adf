import { typeOfExtension } from '../file-type/extensions.js';
import { extensionOf } from '../names.js';

/** Types that a browser may show in a tab of this origin, because they cannot run scripts. Others are downloaded. */
const INLINE = /^(image\/(?!svg)[a-z0-9.+-]+|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|text\/plain|application\/pdf)$/;

export interface Presentation {
  readonly type: string;
  readonly disposition: 'inline' | 'attachment';
}

/** How a stored file is presented. The extension of a key fits the content of the file. */
export function presentation(key: string, type = typeOfExtension(extensionOf(key))): Presentation {
  if (type === undefined || !INLINE.test(type)) {
    return {
      type: type === 'text/html' || type === undefined ? 'application/octet-stream' : type,
      disposition: 'attachment',
    };
  }
  return { type: type === 'text/plain' ? 'text/plain; charset=utf-8' : type, disposition: 'inline' };
}
