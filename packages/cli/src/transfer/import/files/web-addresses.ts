import { isObject } from '../../../config/plain-object.js';
import type { FileRecord } from './columns.js';

const ADDRESSES = ['url', 'previewUrl'] as const;

/**
 * The record without addresses whose scheme is not of the web, because a page would run `javascript:…` as a link. `note`
 * gets each dropped address.
 */
export function withWebAddresses(record: FileRecord, note: (attribute: string, problem: string) => void): FileRecord {
  const kept = withoutOthers(record, (attribute, scheme) => note(attribute, problemOf(scheme)));
  const { formats } = kept;
  if (!isObject(formats)) return kept;
  const entries = Object.entries(formats).map(([name, format]) => [
    name,
    isObject(format) ? withoutOthers(format, (_, scheme) => note(`formats.${name}`, problemOf(scheme))) : format,
  ]);
  return { ...kept, formats: Object.fromEntries(entries) };
}

function withoutOthers(piece: FileRecord, note: (attribute: string, scheme: string) => void): FileRecord {
  const others = ADDRESSES.flatMap((attribute) => {
    const scheme = otherScheme(piece[attribute]);
    if (scheme !== undefined) note(attribute, scheme);
    return scheme === undefined ? [] : [[attribute, null] as const];
  });
  return others.length === 0 ? piece : { ...piece, ...Object.fromEntries(others) };
}

/**
 * The scheme of an address that browsers would not load by HTTP. Browsers ignore tabs, line ends and spaces in front.
 */
function otherScheme(address: unknown): string | undefined {
  if (typeof address !== 'string') return undefined;
  if (!URL.canParse(address, 'http://localhost')) return undefined;
  const { protocol } = new URL(address, 'http://localhost');
  return protocol === 'http:' || protocol === 'https:' ? undefined : protocol;
}

function problemOf(scheme: string): string {
  return `an address of files begins with http:, https: or a slash, and this one with ${scheme}`;
}
