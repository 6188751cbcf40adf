import { invalidKey, ValidationError } from '../errors/index.js';
import { checkName } from './names.js';

/** The description of a file. Absent keys stay unchanged. */
export interface FileInfo {
  readonly name?: string;
  readonly alternativeText?: string | null;
  readonly caption?: string | null;
  readonly focalPoint?: { readonly x: number; readonly y: number } | null;
}

/** One description per file, in order: from a list, or from a repeated field. */
export function parseFileInfos(values: readonly unknown[]): readonly FileInfo[] {
  return values
    .map((value) => (typeof value === 'string' ? parseJson(value) : value))
    .flatMap((value): readonly unknown[] => (Array.isArray(value) ? value : [value]))
    .map(parseFileInfo);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ValidationError('fileInfo must be JSON');
  }
}

function parseFileInfo(value: unknown): FileInfo {
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object') throw new ValidationError('fileInfo must be an object');
  const info: { -readonly [Key in keyof FileInfo]: FileInfo[Key] } = {};
  const entries: [string, unknown][] = Object.entries(value);
  for (const [key, given] of entries) {
    if (key === 'name') {
      const name = text(key, given);
      if (name !== null && name !== '') info.name = checked(name);
    } else if (key === 'alternativeText' || key === 'caption') info[key] = text(key, given);
    else if (key === 'focalPoint') info.focalPoint = point(given);
    // Folders are not supported, but clients of Strapi send `folder: null`.
    else if (key !== 'folder' || given !== null) {
      throw invalidKey(key, { source: 'body', param: 'fileInfo', path: `fileInfo.${key}` });
    }
  }
  return info;
}

function checked(name: string): string {
  checkName(name);
  return name;
}

function text(key: string, value: unknown): string | null {
  if (value === null || (typeof value === 'string' && !value.includes('\0'))) return value;
  throw new ValidationError(`fileInfo.${key} must be a \`string\` type`);
}

function point(value: unknown): NonNullable<FileInfo['focalPoint']> | null {
  if (value === null) return null;
  if (typeof value === 'object' && 'x' in value && 'y' in value) {
    const { x, y } = value;
    if (isPercentage(x) && isPercentage(y)) return { x, y };
  }
  throw new ValidationError('fileInfo.focalPoint must have x and y between 0 and 100');
}

function isPercentage(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 100;
}
