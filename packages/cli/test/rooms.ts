/** The rooms of a package (the folders of its sources), and the arrows between them (imports). */
import { readFileSync, readdirSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

export interface Import {
  /** The importing file, relative to its sources. */
  readonly file: string;
  /** A file relative to the same sources, or a package. */
  readonly target: string;
  readonly typeOnly: boolean;
}

/**
 * Each room with the rooms that it may import. A file at the root is a room of its own: `cli` is `cli.ts`. A folder in a
 * room is a room of its own where the table has one such folder: with `write/input`, every folder of `write` needs a line.
 */
export type Arrows = Readonly<Record<string, readonly string[]>>;

export interface Violations {
  /** Rooms without a line in the table. */
  readonly unknownRooms: readonly string[];
  /** Imports that the table does not allow: `model/build.ts → config/index.ts`. */
  readonly forbidden: readonly string[];
  /** Rooms that reach themselves through the arrows of the table: `a → b → a`. */
  readonly cycles: readonly string[];
  /** Arrows of the table that no import uses: `emit → config`. */
  readonly unused: readonly string[];
}

export function sourcesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** Every import and re-export, also of types and at run time (`import('…')`). */
export function importsOf(root: string): readonly Import[] {
  const sources = sourcesIn(root);
  const pages = new Set(sources.filter((file) => file.endsWith('.tsx')));
  return sources.flatMap((file) => {
    const statements = readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|export)\s+(type\s)?(?:[^'";]*?from\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm,
    );
    return [...statements].map(([, typeOnly, stated, loaded = '']) => {
      const specifier = stated ?? loaded;
      const inside = specifier.startsWith('.');
      const path = inside ? posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts') : specifier;
      const target = pages.has(`${path}x`) ? `${path}x` : path;
      return { file, target, typeOnly: typeOnly !== undefined };
    });
  });
}

/** Compares the imports below a root with a table of allowed arrows. */
export function checkRooms(root: string, allowed: Arrows): Violations {
  const sources = sourcesIn(root);
  const files = new Set(sources);
  const roomOf = roomsIn(allowed);
  const arrows = importsOf(root)
    .filter(({ target }) => files.has(target))
    .map((each) => ({ ...each, from: roomOf(each.file), to: roomOf(each.target) }))
    .filter(({ from, to }) => from !== to);
  const rooms = [...new Set(sources.map(roomOf))].sort();
  return {
    unknownRooms: rooms.filter((room) => !(room in allowed)),
    forbidden: arrows
      .filter(({ from, to }) => from in allowed && !allowed[from]?.includes(to))
      .map(({ file, target }) => `${file} → ${target}`),
    cycles: cyclesOf(allowed),
    unused: Object.entries(allowed).flatMap(([from, targets]) =>
      targets
        .filter((to) => !arrows.some((arrow) => arrow.from === from && arrow.to === to))
        .map((to) => `${from} → ${to}`),
    ),
  };
}

/**
 * Imports that do not come in through the door of a room, its `index.ts`: `read/find-one.ts → plan/read.ts`. Files at the
 * root are the entries of the package, which publish a file of a room without the rest of it.
 */
export function sideDoors(root: string): readonly string[] {
  const roomOf = roomsIn({});
  const isFree = (file: string, target: string) =>
    !file.includes('/') ||
    !target.includes('/') ||
    roomOf(file) === roomOf(target) ||
    /^[^/]+\/index\.ts$/.test(target);
  const files = new Set(sourcesIn(root));
  return importsOf(root)
    .filter(({ file, target }) => files.has(target) && !isFree(file, target))
    .map(({ file, target }) => `${file} → ${target}`);
}

function roomsIn(allowed: Arrows): (file: string) => string {
  const divided = new Set(Object.keys(allowed).flatMap((room) => (room.includes('/') ? room.split('/', 1) : [])));
  return (file) => {
    const [first = '', ...rest] = file.split('/');
    if (rest.length === 0) return first.replace(/\.tsx?$/, '');
    return divided.has(first) && rest.length > 1 ? `${first}/${rest[0]}` : first;
  };
}

/** Files of a room that reach themselves through imports, also of types: `a.ts → b.ts → a.ts`. */
export function fileCycles(root: string, room: string): readonly string[] {
  const arrows: Record<string, string[]> = {};
  for (const { file, target } of importsOf(root))
    if (file.startsWith(`${room}/`) && target.startsWith(`${room}/`)) (arrows[file] ??= []).push(target);
  return cyclesOf(arrows);
}

/** Each cycle once, from its first room or file by name. */
function cyclesOf(arrows: Arrows): readonly string[] {
  const found: string[] = [];
  const visit = (start: string, room: string, path: readonly string[]): void => {
    for (const next of arrows[room] ?? []) {
      if (next === start) found.push([...path, next].join(' → '));
      else if (next > start && !path.includes(next)) visit(start, next, [...path, next]);
    }
  };
  for (const room of Object.keys(arrows)) visit(room, room, [room]);
  return found.sort();
}
