import type { ts } from 'ts-morph';

import { type Position, spanAt } from '../definitions/raw.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { type SharedFiles, type SharedSource, importPaths } from './shared-files.js';

/** A parsed file, and the declarations at its top. */
export interface Module {
  readonly file: string;
  readonly source: ts.SourceFile;
  readonly syntaxError: Diagnostic | undefined;
  readonly declared: ReadonlyMap<string, ts.Expression | ts.FunctionDeclaration>;
  readonly imported: ReadonlyMap<string, ImportedName>;
  /** The local name of each export, by the name of the export. */
  readonly exported: ReadonlyMap<string, string>;
  /** Specifiers of `export * from`. */
  readonly passedOn: readonly string[];
}

/** `name` is `default` for a default import, and `*` for all exports as one object. */
interface ImportedName {
  readonly specifier: string;
  readonly name: string;
}

/** A constant or a function, in the module that declares it. */
export interface Declaration {
  readonly module: Module;
  readonly node: ts.Expression | ts.FunctionDeclaration;
}

/** What a name or an import means; a text says why it means nothing. */
export type Meaning = Declaration | { readonly namespace: Module } | string;

export interface Modules {
  /** The definitions. */
  readonly definitions: readonly Module[];
  /** The meaning of a name at the top of a module. */
  readonly meaningOf: (module: Module, name: string) => Meaning;
  /** The meaning of an export of a module. */
  readonly exportOf: (module: Module, name: string) => Meaning;
}

/** Follows names through modules, from their syntax alone. Shared files are parsed when a definition names them. */
export function openModules(tsc: typeof ts, sources: readonly SharedSource[], shared: SharedFiles): Modules {
  const definitions = parseModules(tsc, sources);
  const known = new Map(definitions.map((module) => [module.file, module]));
  const sharedModule = (file: string): Module | undefined => {
    const text = shared.get(file);
    if (known.has(file) || text === undefined) return known.get(file);
    const [module] = parseModules(tsc, [{ file, text }]);
    if (module !== undefined) known.set(file, module);
    return module;
  };
  const moduleAt = (from: Module, specifier: string): Module | string => {
    const paths = importPaths(from.file, specifier);
    const file = paths.find((path) => shared.has(path));
    const module = file === undefined ? undefined : sharedModule(file);
    if (module !== undefined) return module;
    if (paths.length > 0) return `the project has no file ${specifier} beside ${from.file}`;
    return `content-gen reads only files of the project by a relative path, and ${specifier} is none of them`;
  };
  const exportOf = (module: Module, name: string, seen: readonly Module[] = []): Meaning => {
    if (seen.includes(module)) return `${module.file} exports ${name} from itself`;
    const local = module.exported.get(name);
    if (local !== undefined) return meaningOf(module, local, [...seen, module]);
    for (const specifier of module.passedOn) {
      const other = moduleAt(module, specifier);
      const meaning = typeof other === 'string' ? other : exportOf(other, name, [...seen, module]);
      if (typeof meaning !== 'string') return meaning;
    }
    return `${module.file} exports no constant or function ${name}`;
  };
  const meaningOf = (module: Module, name: string, seen: readonly Module[] = []): Meaning => {
    const node = module.declared.get(name);
    if (node !== undefined) return { module, node };
    const imported = module.imported.get(name);
    if (imported === undefined) return `${module.file} has no constant or function ${name} at its top`;
    const other = moduleAt(module, imported.specifier);
    if (typeof other === 'string') return other;
    return imported.name === '*' ? { namespace: other } : exportOf(other, imported.name, seen);
  };
  return {
    definitions,
    meaningOf: (module, name) => meaningOf(module, name),
    exportOf: (module, name) => exportOf(module, name),
  };
}

/** Parses files with one program, because each program costs more than a small file. */
function parseModules(tsc: typeof ts, sources: readonly SharedSource[]): readonly Module[] {
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  const program = tsc.createProgram({
    rootNames: [...texts.keys()],
    options: { noResolve: true, noLib: true, allowJs: true },
    host: parsingHost(tsc, texts),
  });
  return program.getSourceFiles().map((source) => {
    const [error] = program.getSyntacticDiagnostics(source);
    return {
      file: source.fileName,
      source,
      syntaxError: error && syntaxDiagnostic(tsc, source, error),
      ...namesIn(tsc, source),
    };
  });
}

function syntaxDiagnostic(tsc: typeof ts, source: ts.SourceFile, { messageText, start }: ts.Diagnostic): Diagnostic {
  const message = `TypeScript syntax: ${tsc.flattenDiagnosticMessageText(messageText, ' ')}`;
  return { code: 'CG202', span: spanAt(source.fileName, placeIn(source, start ?? 0)), message };
}

/** A compiler host that only knows the given files. */
function parsingHost(tsc: typeof ts, texts: ReadonlyMap<string, string>): ts.CompilerHost {
  return {
    getSourceFile: (file, options) => tsc.createSourceFile(file, texts.get(file) ?? '', options),
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => '',
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (file) => texts.has(file),
    readFile: (file) => texts.get(file),
  };
}

type Names = Pick<Module, 'declared' | 'imported' | 'exported' | 'passedOn'>;

function namesIn(tsc: typeof ts, source: ts.SourceFile): Names {
  const declared = new Map<string, ts.Expression | ts.FunctionDeclaration>();
  const imported = new Map<string, ImportedName>();
  const exported = new Map<string, string>();
  const passedOn: string[] = [];
  for (const statement of source.statements) {
    if (tsc.isImportDeclaration(statement)) addImports(tsc, statement, imported);
    else if (tsc.isExportDeclaration(statement)) addExports(tsc, statement, { imported, exported, passedOn });
    else if (tsc.isExportAssignment(statement)) {
      declared.set(defaultName, statement.expression);
      exported.set('default', defaultName);
    } else {
      const isExported = tsc.canHaveModifiers(statement) && hasModifier(tsc, statement, tsc.SyntaxKind.ExportKeyword);
      const isDefault = tsc.canHaveModifiers(statement) && hasModifier(tsc, statement, tsc.SyntaxKind.DefaultKeyword);
      for (const [name, node] of declaredBy(tsc, statement)) {
        declared.set(name, node);
        if (isExported) exported.set(isDefault ? 'default' : name, name);
      }
    }
  }
  return { declared, imported, exported, passedOn };
}

/** The local name of a default export without a name. TypeScript has no such name. */
const defaultName = '*default*';

function hasModifier(tsc: typeof ts, node: ts.HasModifiers, kind: ts.SyntaxKind): boolean {
  return tsc.getModifiers(node)?.some((modifier) => modifier.kind === kind) === true;
}

/** Functions, and constants: `let` and `var` may change. */
function declaredBy(tsc: typeof ts, statement: ts.Statement): [string, ts.Expression | ts.FunctionDeclaration][] {
  if (tsc.isFunctionDeclaration(statement)) return [[statement.name?.text ?? defaultName, statement]];
  if (!tsc.isVariableStatement(statement)) return [];
  if ((statement.declarationList.flags & tsc.NodeFlags.Const) === 0) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    tsc.isIdentifier(name) && initializer ? [[name.text, initializer] satisfies [string, ts.Expression]] : [],
  );
}

function addImports(tsc: typeof ts, statement: ts.ImportDeclaration, imported: Map<string, ImportedName>): void {
  const clause = statement.importClause;
  if (!clause || !tsc.isStringLiteral(statement.moduleSpecifier)) return;
  const specifier = statement.moduleSpecifier.text;
  if (clause.name) imported.set(clause.name.text, { specifier, name: 'default' });
  const bindings = clause.namedBindings;
  if (bindings && tsc.isNamespaceImport(bindings)) imported.set(bindings.name.text, { specifier, name: '*' });
  if (!bindings || !tsc.isNamedImports(bindings)) return;
  for (const { name, propertyName } of bindings.elements) {
    imported.set(name.text, { specifier, name: (propertyName ?? name).text });
  }
}

function addExports(
  tsc: typeof ts,
  statement: ts.ExportDeclaration,
  names: { imported: Map<string, ImportedName>; exported: Map<string, string>; passedOn: string[] },
): void {
  const { moduleSpecifier, exportClause } = statement;
  const specifier = moduleSpecifier && tsc.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
  if (!exportClause) {
    if (specifier !== undefined) names.passedOn.push(specifier);
    return;
  }
  const elements = tsc.isNamedExports(exportClause)
    ? exportClause.elements.map(({ name, propertyName }) => [name.text, (propertyName ?? name).text] as const)
    : [[exportClause.name.text, '*'] as const];
  for (const [name, own] of elements) {
    // A name that is passed on is an import under a name that nothing else has.
    const local = specifier === undefined ? own : `*${name}*`;
    if (specifier !== undefined) names.imported.set(local, { specifier, name: own });
    names.exported.set(name, local);
  }
}

export function placeIn(source: ts.SourceFile, offset: number): Position {
  const { line, character } = source.getLineAndCharacterOfPosition(offset);
  return { line: line + 1, column: character + 1 };
}
