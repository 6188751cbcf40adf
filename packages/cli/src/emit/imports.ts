import type { Scope } from '../attributes/kind.js';
import type { Place, Places } from './exports.js';

/** The imports of one generated file: naming a symbol imports it, so that imports cannot drift from use. */
export interface Imports {
  /** The symbol, imported unless it lives in this file. */
  readonly name: (place: Place) => string;
  /** Everything a module exports, under one name. */
  readonly all: (symbol: string, module: string) => string;
  /** Lines, sorted. */
  readonly lines: () => readonly string[];
}

export function openImports(ownModule: string, extension: string): Imports {
  const modules = new Map<string, Map<string, Place>>();
  const namespaces = new Map<string, string>();
  const specifierOf = (module: string): string => relative(ownModule, module) + extension;
  return {
    name: (place) => {
      if (place.module !== ownModule) {
        const specifier = specifierOf(place.module);
        const places = modules.get(specifier) ?? new Map<string, Place>();
        modules.set(specifier, places.set(place.symbol, place));
      }
      return place.symbol;
    },
    all: (symbol, module) => {
      namespaces.set(specifierOf(module), `* as ${symbol}`);
      return symbol;
    },
    lines: () =>
      [...modules.entries()]
        .map(([specifier, places]) => [specifier, clauseOf([...places.values()])] as const)
        .concat([...namespaces.entries()])
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([specifier, clause]) => `import ${clause} from '${specifier}';`),
  };
}

/** The scope of the attributes in a file, importing through `imports`. */
export function scopeOf(places: Places, imports: Imports, requiredIsPresent: boolean): Scope {
  return {
    contentType: (name, part) => imports.name(places.contentType(name, part)),
    component: (name, part) => imports.name(places.component(name, part)),
    requiredIsPresent,
  };
}

function clauseOf(places: readonly Place[]): string {
  const onlyTypes = places.every((place) => !place.value);
  const names = places
    .map((place) => (place.value || onlyTypes ? place.symbol : `type ${place.symbol}`))
    .sort((a, b) => (bare(a) < bare(b) ? -1 : 1));
  return `${onlyTypes ? 'type ' : ''}{ ${names.join(', ')} }`;
}

function bare(name: string): string {
  return name.replace(/^type /, '');
}

function relative(from: string, to: string): string {
  const here = from.split('/').slice(0, -1);
  const there = to.split('/');
  const shared = here.findIndex((part, index) => part !== there[index]);
  const common = shared === -1 ? here.length : shared;
  const up = here.length - common;
  return `${up === 0 ? './' : '../'.repeat(up)}${there.slice(common).join('/')}`;
}
