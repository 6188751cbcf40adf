/** Types by extension: they name text, which has no signature, and reveal a name that contradicts the content. */
const types: Readonly<Record<string, string>> = {
  '.apng': 'image/apng',
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.gif': 'image/gif',
  '.heic': 'image/heic',
  '.heif': 'image/heif',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.jxl': 'image/jxl',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.webp': 'image/webp',
  '.aac': 'audio/aac',
  '.flac': 'audio/flac',
  '.m4a': 'audio/x-m4a',
  '.mp3': 'audio/mpeg',
  '.oga': 'audio/ogg',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.wav': 'audio/wav',
  '.avi': 'video/x-msvideo',
  '.m4v': 'video/x-m4v',
  '.mkv': 'video/matroska',
  '.mov': 'video/quicktime',
  '.mp4': 'video/mp4',
  '.mpeg': 'video/mpeg',
  '.mpg': 'video/mpeg',
  '.ogv': 'video/ogg',
  '.webm': 'video/webm',
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.xls': 'application/vnd.ms-excel',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.epub': 'application/epub+zip',
  '.odp': 'application/vnd.oasis.opendocument.presentation',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.psd': 'image/vnd.adobe.photoshop',
  '.rtf': 'application/rtf',
  '.otf': 'font/otf',
  '.ttf': 'font/ttf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.7z': 'application/x-7z-compressed',
  '.gz': 'application/gzip',
  '.jar': 'application/java-archive',
  '.zip': 'application/zip',
  '.csv': 'text/csv',
  '.ics': 'text/calendar',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.vtt': 'text/vtt',
  '.xml': 'application/xml',
  '.bat': 'application/x-msdos-program',
  '.cmd': 'application/x-msdos-program',
  '.css': 'text/css',
  '.exe': 'application/x-msdownload',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.php': 'application/x-httpd-php',
  '.ps1': 'application/x-powershell',
  '.py': 'text/x-python',
  '.sh': 'application/x-sh',
};

export function typeOfExtension(extension: string): string | undefined {
  return Object.hasOwn(types, extension) ? types[extension] : undefined;
}

/** The extension of a type, for files whose name has a wrong one. */
export function extensionOfType(type: string): string {
  if (type === 'image/jpeg') return '.jpg';
  return Object.entries(types).find(([, known]) => known === type)?.[0] ?? '';
}

/** Known extensions of files that a web server or an operating system executes. */
const executable = new Set(['.bat', '.cmd', '.exe', '.jar', '.mjs', '.php', '.ps1', '.py', '.sh']);

export function isExecutable(extension: string): boolean {
  return executable.has(extension);
}

/** Types of text. The extension names them, because text has no signature. */
const textual = /^text\/|^application\/(json|xml|xhtml\+xml|x-sh|x-httpd-php|x-powershell|x-msdos-program)$/;

export function isTextual(type: string): boolean {
  return textual.test(type);
}
