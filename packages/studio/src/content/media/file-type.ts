import type { FileRecord } from '../form/value.js';

/** Refuses a file that an attribute does not take. The server looks into the file; the browser knows its name alone. */
export function checkClass({ type }: File, classes: readonly string[]): void {
  if (classes.length === 0 || classes.includes(classOf(type))) return;
  throw new Error(`Only ${classes.join(', ')} can be used here.`);
}

function classOf(mime: string): string {
  const [kind = ''] = mime.split('/');
  return ['image', 'video', 'audio'].includes(kind) ? `${kind}s` : 'files';
}

/**
 * A file that takes the place of another file. The address ends with the extension, and must stay the same, so a file
 * of another type is refused, and `photo.jpeg` is sent as `photo.jpg` if the address ends so.
 */
export function replacementOf(record: FileRecord, file: File): File {
  const extension = extensionOf(file.name);
  const isSame = extension === record.ext || extension === extensionOf(record.name) || file.type === record.mime;
  if (!isSame) {
    const kind = file.type === '' ? 'of another type' : file.type;
    throw new Error(`It is ${kind}. A file of the type ${record.mime} keeps the address; upload others as new files.`);
  }
  if (record.ext === '' || extension === record.ext) return file;
  const stem = file.name.slice(0, file.name.length - extension.length);
  return new File([file], stem + record.ext, { type: file.type });
}

/** `.png` of `Photo.PNG`; empty if the name has no extension. */
function extensionOf(name: string): string {
  return /[^.](\.[a-z\d]{1,12})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
