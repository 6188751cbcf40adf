/**
 * Types that a browser may show in a tab of this origin, because they cannot run scripts. Files of other types are
 * downloaded.
 */
const INLINE = /^(image\/(?!svg)[a-z0-9.+-]+|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|text\/plain|application\/pdf)$/;

/** Types that browsers run scripts in, if they show them as a page. */
const ACTIVE = /^(image\/svg\+xml|text\/html|application\/xhtml\+xml|(text|application)\/xml)$/;

export function isActive(type: string): boolean {
  return ACTIVE.test(plain(type));
}

/** The type without its parameters, such as `codecs=opus`. */
function plain(type: string): string {
  const end = type.indexOf(';');
  return end < 0 ? type : type.slice(0, end).trimEnd();
}

interface Presentation {
  readonly type: string;
  readonly disposition: 'inline' | 'attachment';
}

/** How a stored file is presented. */
export function presentation(stored: string): Presentation {
  const type = plain(stored);
  if (INLINE.test(type)) {
    return { type: type === 'text/plain' ? 'text/plain; charset=utf-8' : type, disposition: 'inline' };
  }
  const isNamed = type !== 'text/html' && /^[a-z]+\/[a-z0-9.+-]+$/.test(type);
  return { type: isNamed ? type : 'application/octet-stream', disposition: 'attachment' };
}

/** The headers that keep a browser from running a file. */
export function protectedHeaders(type: string): Record<string, string> {
  const shown = presentation(type);
  return {
    'Content-Type': shown.type,
    'Content-Disposition': shown.disposition,
    'X-Content-Type-Options': 'nosniff',
    // PDF viewers do not open inside a sandbox; the viewers have a sandbox of their own.
    ...(shown.type !== 'application/pdf' && {
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    }),
  };
}
