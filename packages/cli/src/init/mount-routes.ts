import type { CallExpression, Expression, SourceFile, Statement, VariableDeclaration } from 'ts-morph';
import { COMMONJS_IMPORT } from './module-format.js';

/** The module with the routes, and the path to mount them at. */
export interface MountTarget {
  /** `./content/index.js` */
  readonly module: string;
  /** `/api` */
  readonly prefix: string;
  /** The app runs as CommonJS. */
  readonly commonjs: boolean;
}

type Mounted =
  | { readonly kind: 'mounted'; readonly source: string }
  /** The routes are mounted already. */
  | { readonly kind: 'present' }
  /** The app has a form that content-gen cannot change. */
  | { readonly kind: 'unrecognised' };

type TsMorph = typeof import('ts-morph');

const symbol = 'contentRoutes';
const modulesWithApps = /^(hono(\/(tiny|quick))?|@hono\/zod-openapi)$/;
const registrations = new Set([
  'use',
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'options',
  'all',
  'on',
  'route',
  'mount',
]);

/** The lines that mount the generated routes: an import, a call, and in an app of CommonJS an import before all others. */
export function mountLines({ module, prefix, commonjs }: MountTarget, app = 'app'): readonly string[] {
  return [...(commonjs ? [COMMONJS_IMPORT] : []), ...mountPair({ module, prefix }, app)];
}

function mountPair({ module, prefix }: Omit<MountTarget, 'commonjs'>, app: string): readonly [string, string] {
  return [`import { ${symbol} } from '${module}';`, `${app}.route('${prefix}', ${symbol});`];
}

/** Adds the lines that mount the routes to a user's app, and keeps every other character. */
export async function mountRoutes(fileName: string, source: string, target: MountTarget): Promise<Mounted> {
  const morph = await import('ts-morph');
  const project = new morph.Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const file = project.createSourceFile(fileName, source);

  if (project.getProgram().getSyntacticDiagnostics(file).length > 0) return { kind: 'unrecognised' };

  const app = findApp(morph, file);
  const lastImport = file.getImportDeclarations().at(-1);
  if (app === undefined || lastImport === undefined) return { kind: 'unrecognised' };
  // If only a part is there, or another symbol of the same name, the user must decide.
  if (source.includes(symbol)) return { kind: isMounted(morph, file) ? 'present' : 'unrecognised' };

  const asOthers = (line: string) => styled(line, source, lastImport.getText());
  const [importLine, mountLine] = mountPair(target, app.getName()).map(asOthers);
  const statement = app.getVariableStatementOrThrow();
  const indent = source.slice(statement.getStartLinePos(), statement.getStart());
  const newLine = source.includes('\r\n') ? '\r\n' : '\n';
  const first = file.getImportDeclarations()[0]?.getStart() ?? 0;
  const needsShared = target.commonjs && !/\.m[jt]s$/.test(fileName);
  const insertions = [
    ...(needsShared ? [{ at: first, text: `${asOthers(COMMONJS_IMPORT)}${newLine}` }] : []),
    { at: endOfLine(source, lastImport), text: `${newLine}${importLine}` },
    { at: endOfLine(source, lastRegistration(morph, app, statement)), text: `${newLine}${indent}${mountLine}` },
  ];
  // Inserts from the end, because an insertion moves everything behind it.
  const inserted = insertions
    .sort((one, other) => other.at - one.at)
    .reduce((text, insertion) => text.slice(0, insertion.at) + insertion.text + text.slice(insertion.at), source);
  return { kind: 'mounted', source: inserted };
}

/**
 * The variable that holds the Hono app. If there are several such variables, the variable that the module exports or
 * serves.
 */
function findApp(morph: TsMorph, file: SourceFile): VariableDeclaration | undefined {
  const classes = file
    .getImportDeclarations()
    .filter((declaration) => modulesWithApps.test(declaration.getModuleSpecifierValue()))
    .flatMap((declaration) => declaration.getNamedImports())
    .filter((specifier) => /^(OpenAPI)?Hono$/.test(specifier.getName()))
    .map((specifier) => specifier.getAliasNode()?.getText() ?? specifier.getName());
  const apps = file.getDescendantsOfKind(morph.SyntaxKind.VariableDeclaration).filter((declaration) => {
    const chain = unchain(morph, declaration.getInitializer());
    const made = morph.Node.isNewExpression(chain.root) && classes.includes(chain.root.getExpression().getText());
    // With a base path, the routes would have the prefix twice.
    return made && declaration.getVariableStatement() !== undefined && !chain.methods.includes('basePath');
  });
  if (apps.length <= 1) return apps[0];
  const served = apps.filter((app) => {
    const name = app.getName();
    return new RegExp(`export default ${name}\\b|\\b${name}\\.fetch\\b|\\bserve\\(${name}\\b`).test(file.getFullText());
  });
  return served.length === 1 ? served[0] : undefined;
}

/**
 * Generated routes answer every path below their prefix, so they must come after the app's own routes and before a
 * route that catches everything.
 */
function lastRegistration(morph: TsMorph, app: VariableDeclaration, declaration: Statement): Statement {
  let last = declaration;
  for (const statement of declaration.getNextSiblings()) {
    if (!morph.Node.isExpressionStatement(statement)) continue;
    const { root, methods, call } = unchain(morph, statement.getExpression());
    if (root?.getText() !== app.getName() || !registrations.has(methods.at(-1) ?? '')) continue;
    const path = call?.getArguments()[0];
    const catchesAll = morph.Node.isStringLiteral(path) && /^\/?\*$/.test(path.getLiteralValue());
    if (catchesAll && methods.at(-1) !== 'use') break;
    last = statement;
  }
  return last;
}

interface Chain {
  readonly root: Expression | undefined;
  /** The last called method comes first. */
  readonly methods: readonly string[];
  /** The call next to the root. */
  readonly call: CallExpression | undefined;
}

/** `app.get(…).post(…)` is a chain of methods on `app`. */
function unchain(morph: TsMorph, expression: Expression | undefined): Chain {
  const methods: string[] = [];
  let call: CallExpression | undefined;
  let root = expression;
  while (morph.Node.isCallExpression(root)) {
    const callee = root.getExpression();
    if (!morph.Node.isPropertyAccessExpression(callee)) break;
    methods.push(callee.getName());
    call = root;
    root = callee.getExpression();
  }
  return { root, methods, call };
}

/** The end of a statement and the comment on its line. */
function endOfLine(source: string, statement: Statement): number {
  const end = statement.getTrailingTriviaEnd();
  return source[end - 1] === '\r' ? end - 1 : end;
}

function isMounted(morph: TsMorph, file: SourceFile): boolean {
  const imported = file
    .getImportDeclarations()
    .some((declaration) => declaration.getNamedImports().some((specifier) => specifier.getName() === symbol));
  const used = file
    .getDescendantsOfKind(morph.SyntaxKind.CallExpression)
    .some((call) => call.getArguments().some((argument) => argument.getText() === symbol));
  return imported && used;
}

/** Adapts quotes and semicolons of a line to the imports of the file. */
function styled(line: string, source: string, example: string): string {
  const quoted = example.includes('"') ? line.replaceAll("'", '"') : line;
  return example.endsWith(';') || !source.includes('\n') ? quoted : quoted.replace(/;$/, '');
}
