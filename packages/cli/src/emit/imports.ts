import type { Demands, Scope } from '../attributes/kind.js';
import type { ExportedSymbol, Exports } from './exports.js';

/** Collects the imports of one generated file. Naming a symbol imports it, so that imports always match the code. */
export interface Imports {
  /** The name of a symbol, which is imported unless this file declares it. */
  readonly name: (exported: ExportedSymbol) => string;
  /** Imports a whole module under one name; `typeOnly` if the file needs no more than its type. */
  readonly all: (symbol: string, module: string, typeOnly?: boolean) => string;
  /** The import statements, sorted. */
  readonly lines: () => readonly string[];
}

export function openImports(ownModule: string, extension: string): Imports {
  const modules = new Map<string, Map<string, ExportedSymbol>>();
  const namespaces = new Map<string, string>();
  const specifierOf = (module: string): string => relative(ownModule, module) + extension;
  return {
    name: (exported) => {
      if (exported.module !== ownModule) {
        const specifier = specifierOf(exported.module);
        const exports = modules.get(specifier) ?? new Map<string, ExportedSymbol>();
        modules.set(specifier, exports.set(exported.symbol, exported));
      }
      return exported.symbol;
    },
    all: (symbol, module, typeOnly = false) => {
      namespaces.set(specifierOf(module), `${typeOnly ? 'type ' : ''}* as ${symbol}`);
      return symbol;
    },
    lines: () =>
      [...modules.entries()]
        .map(([specifier, exports]) => [specifier, clauseOf([...exports.values()])] as const)
        .concat([...namespaces.entries()])
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([specifier, clause]) => `import ${clause} from '${specifier}';`),
  };
}

/** The scope of the attributes in a file. Every name that the scope returns becomes an import of `imports`. */
export function scopeOf(exports: Exports, imports: Imports, demands: Demands): Scope {
  return {
    contentType: (name, part) => imports.name(exports.contentType(name, part)),
    component: (name, part) => imports.name(exports.component(name, part)),
    models: () => `typeof ${imports.all('models', 'models', true)}`,
    ...demands,
  };
}

function clauseOf(exports: readonly ExportedSymbol[]): string {
  const onlyTypes = exports.every((exported) => !exported.value);
  const names = exports
    .map((exported) => (exported.value || onlyTypes ? exported.symbol : `type ${exported.symbol}`))
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
