import { type Render, string } from 'content-gen/tools';

import type { Proposal } from '../config/proposal.js';
import type { MovedFile } from '../files.js';
import { notPortedTask } from '../finding.js';
import { movingTemplates } from '../templates.js';
import type { CronPiece } from '../survey/pieces.js';
import type { Guard } from '../translation/guards.js';
import type { MovedHook } from '../translation/hooks.js';
import type { MovedRoute, RouteFile } from '../translation/routes.js';
import { configView } from './config.js';
import { quote } from './quote.js';

/** The parts of the new project's own code. */
interface StubView {
  readonly proposal: Proposal;
  /** The types with drafts. */
  readonly drafts: readonly string[];
  /** The path of the API. */
  readonly prefix: string;
  /** The folder of the generated code, seen from `src`: `./content`. */
  readonly folder: string;
  /** The end of import paths. */
  readonly extension: '.js' | '';
  /** The app runs as CommonJS. */
  readonly commonjs: boolean;
  readonly hooks: readonly MovedHook[];
  readonly routes: readonly RouteFile[];
  readonly guards: readonly Guard[];
  /** The middlewares around every request. */
  readonly global: readonly Guard[];
  readonly cron: readonly CronPiece[];
}

/** The program that runs a cron task. */
export const RUN_TASK = 'src/moved/run-task.ts';

/** The config, the app, the hooks and the stubs, not formatted. */
export function stubFiles(view: StubView): readonly MovedFile[] {
  const render = movingTemplates();
  const own = (module: string) => view.guards.filter((guard) => guard.module === module);
  const guardFiles = ['policies', 'middlewares'].filter((module) => own(module).length > 0);
  return [
    { path: 'content-gen.config.ts', content: render('moving/content-gen.config.ts', configView(view)) },
    { path: 'src/hooks.ts', content: render('moving/hooks.ts', hooksView(view)) },
    { path: 'src/app.ts', content: render('moving/app.ts', appView(view)) },
    ...view.routes.map((file) => ({ path: file.path, content: render('moving/routes.ts', routesView(file, view)) })),
    ...guardFiles.map((module) => guardFile(render, module, own(module))),
    ...(view.cron.length === 0
      ? []
      : [
          { path: 'src/moved/cron.ts', content: render('moving/cron.ts', cronView(view)) },
          { path: RUN_TASK, content: render('moving/run-task.ts', runTaskView(view)) },
        ]),
  ];
}

function hooksView({ hooks, folder, extension }: StubView): object {
  const symbols = [...new Set(hooks.map(({ symbol }) => symbol))];
  const types = symbols.map((symbol) => {
    const own = hooks.filter((piece) => piece.symbol === symbol);
    const view = (piece: MovedHook) => ({
      hook: piece.hook,
      quoted: quote(piece),
      isTransparent: piece.isTransparent,
      problem: string(piece.problem),
    });
    return { symbol, hooks: own.map(view) };
  });
  return { throws: hooks.some(({ isTransparent }) => !isTransparent), models: `${folder}/models${extension}`, types };
}

function appView({ prefix, folder, extension, commonjs, global, guards, routes }: StubView): object {
  const symbols = global.map(({ symbol }) => symbol);
  const mounted = guards.flatMap(({ symbol, reach }) =>
    reach?.of === 'paths' ? reach.paths.map((path) => ({ symbol, path: string(`${prefix}${path}`) })) : [],
  );
  const imported = [...new Set([...symbols, ...mounted.map(({ symbol }) => symbol)])];
  return {
    prefix: string(prefix),
    content: indexOf(folder, extension),
    extension,
    commonjs,
    global: symbols,
    mounted,
    middlewares: imported.join(', '),
    routes: routes.map(({ path, symbol }) => ({ symbol, module: path.replaceAll(/^src\/|\.ts$/g, '') })),
  };
}

function routesView({ symbol, routes }: RouteFile, { folder, extension }: StubView): object {
  const guards = routes.flatMap((route) => route.guards);
  const modules = ['middlewares', 'policies'].map((module) => {
    const names = guards.filter((guard) => guard.module === module).map((guard) => guard.symbol);
    return { module, names: [...new Set(names)].sort().join(', ') };
  });
  return {
    symbol,
    content: `../../${indexOf(folder, extension).replace(/^\.\//, '')}`,
    extension,
    errors: [
      ...(routes.some(({ isGenerated }) => !isGenerated) ? ['ContentError'] : []),
      ...(routes.some(({ isUnrouted }) => isUnrouted) ? ['NotFoundError'] : []),
    ].join(', '),
    guards: modules.filter(({ names }) => names !== ''),
    routes: routes.map(routeView),
  };
}

function routeView(route: MovedRoute): object {
  const { method, path, guards, foreign, quoted, isGenerated, isUnrouted = false, problem } = route;
  return {
    method: string(method),
    path: string(path),
    guards: guards.map((guard) => guard.symbol),
    quoted: [...quoted.map(quote), ...foreign.map((name) => `// Not ported: ${name}`)],
    generated: isGenerated,
    unrouted: isUnrouted,
    problem: string(problem),
  };
}

function guardFile(render: Render, module: string, guards: readonly Guard[]): MovedFile {
  const views = guards.map((guard) => ({
    symbol: guard.symbol,
    quoted: quote(guard),
    asksForUser: guard.asksForUser === true,
    isTransparent: guard.isTransparent === true,
    problem: string(guard.problem),
  }));
  const usesScope = views.some(({ asksForUser }) => asksForUser);
  const throws = views.some(({ asksForUser, isTransparent }) => !asksForUser && !isTransparent);
  return {
    path: `src/moved/${module}.ts`,
    content: render(`moving/${module}.ts`, { guards: views, usesScope, throws }),
  };
}

function cronView({ cron }: StubView): object {
  const tasks = cron.map((task) => ({
    quoted: quote(task),
    name: string(task.name),
    rule: task.rule === undefined ? '' : string(task.rule),
    problem: string(notPortedTask(task.name)),
  }));
  return { tasks };
}

function runTaskView({ folder, extension }: StubView): object {
  return { content: `../${indexOf(folder, extension).replace(/^\.\//, '')}`, extension };
}

function indexOf(folder: string, extension: '.js' | ''): string {
  return extension === '' ? folder : `${folder}/index${extension}`;
}
