import { literal, string as text } from '../../attributes/literal.js';
import type { Literal } from '../../model/model.js';
import { type Proposal, configOf } from '../config/proposal.js';
import type { CronPiece, LifecyclePiece } from '../survey/pieces.js';
import type { Guard } from '../translation/guards.js';
import type { MovedRoute, RouteFile } from '../translation/routes.js';
import { quote } from './quote.js';

/** The import paths of the new project end in `.js` or in nothing. */
export type Extension = '.js' | '';

const STEP = 'content-gen move wrote this file, and never overwrites your changes to it.';

/** `content-gen.config.ts` */
export function configFile(proposal: Proposal, hasArchive: boolean): string {
  // The proposal is plain data.
  const config: Literal = JSON.parse(JSON.stringify(configOf(proposal)));
  const body = literal(config, 'lines');
  const note = hasArchive
    ? '// The permissions are those of the archive. The API denies everything else.'
    : '// Strapi keeps permissions in its database. "content-gen move --archive export.tar.gz" reads them from an export.\n// The API denies everything that is not listed here.';
  const noted = body.replace(/\n *permissions: /, `\n${note}\npermissions: `);
  return `import { defineConfig } from 'content-gen';\n\n/** ${STEP} */\nexport default defineConfig(${noted});\n`;
}

/** `src/hooks.ts` */
export function hooksFile(
  lifecycles: readonly (LifecyclePiece & { readonly symbol: string })[],
  models: string,
): string {
  const symbols = [...new Set(lifecycles.map(({ symbol }) => symbol))];
  const types = symbols.map((symbol) => {
    const written = lifecycles
      .filter((piece) => piece.symbol === symbol)
      .map((piece) => `${quote(piece)}\n${piece.hook}: () => undefined,`);
    return `${symbol}: {\n${written.join('\n')}\n},`;
  });
  return `import { defineHooks } from '@content-gen/runtime';

import * as models from '${models}';

/**
 * ${STEP} Each hook does nothing until you port the
 * code above it: \`event.params.data\` is \`data\`, and \`event.result\` is read with \`documentId\`.
 */
export const hooks = defineHooks(models, {
${types.join('\n')}
});
`;
}

/** `src/moved/routes/article.ts` */
export function routeFile({ symbol, routes }: RouteFile, content: string, extension: Extension): string {
  const guards = routes.flatMap((route) => route.guards);
  const imports = (['policies', 'middlewares'] as const).flatMap((module) => {
    const names = [...new Set(guards.filter((guard) => guard.module === module).map((guard) => guard.symbol))].sort();
    return names.length === 0 ? [] : [`import { ${names.join(', ')} } from '../${module}${extension}';`];
  });
  const needsError = routes.some(({ isGenerated }) => !isGenerated);
  return `${needsError ? "import { ContentError } from '@content-gen/runtime';\n" : ''}import { Hono } from 'hono';

import { contentContext } from '${content}';
${imports.join('\n')}

/** ${STEP} Handlers find documents in \`c.var.content\`. */
export const ${symbol} = new Hono().use(contentContext);

${routes.map((route) => routeCode(symbol, route)).join('\n\n')}
`;
}

function routeCode(
  symbol: string,
  { method, path, guards, foreign, quoted, isGenerated, handler }: MovedRoute,
): string {
  const missing = foreign.map((name) => `// Not ported: ${name}`);
  const answer = isGenerated
    ? '(_c, next) => next()'
    : `() => {\nthrow new ContentError(501, 'NotImplementedError', ${text(`${handler} is not ported yet`)});\n}`;
  const handlers = [...guards.map((guard) => guard.symbol), answer].join(', ');
  const call = `${symbol}.on(${text(method)}, ${text(path)}, ${handlers});`;
  return [...quoted.map(quote), ...missing, call].join('\n');
}

/** `src/moved/policies.ts` and `src/moved/middlewares.ts` */
export function guardFile(guards: readonly Guard[]): string {
  const isPolicies = guards.some(({ module }) => module === 'policies');
  const usesScope = guards.some(({ asksForUser }) => asksForUser);
  const imports = [
    isPolicies ? "import { ForbiddenError } from '@content-gen/runtime';" : '',
    usesScope ? "import type { ContentEnv } from '@content-gen/runtime/hono';" : '',
    "import type { MiddlewareHandler } from 'hono';",
  ];
  const rule = isPolicies
    ? 'A policy refuses every request until you port it. Call `next` where the old code returned true.'
    : 'A middleware does nothing until you port it.';
  const bodies = guards.map((guard) => `${quote(guard)}\n${guardCode(guard)}`);
  return `${imports.filter(Boolean).join('\n')}\n\n// ${STEP}\n// ${rule}\n\n${bodies.join('\n\n')}\n`;
}

function guardCode({ id, symbol, module, asksForUser }: Guard): string {
  if (asksForUser) {
    return `export const ${symbol}: MiddlewareHandler<ContentEnv> = async (c, next) => {
  const { caller } = c.var.scope;
  if (caller.kind !== 'role' || caller.user === undefined) throw new ForbiddenError();
  await next();
};`;
  }
  if (module === 'policies') {
    return `export const ${symbol}: MiddlewareHandler = () => {
  throw new ForbiddenError(${text(`The policy ${id} is not ported yet`)});
};`;
  }
  return `export const ${symbol}: MiddlewareHandler = (_c, next) => next();`;
}

/** `src/moved/cron.ts` */
export function cronFile(tasks: readonly CronPiece[]): string {
  const items = tasks.map((task) => {
    const rule = task.rule === undefined ? '' : `rule: ${text(task.rule)}, `;
    const run = `() => Promise.reject(new Error(${text(`The task ${task.name} is not ported yet`)}))`;
    return `${quote(task)}\n{ name: ${text(task.name)}, ${rule}run: ${run} },`;
  });
  return `/** A task that a scheduler of your own starts, such as the one of your host or the package croner. */
export interface Task {
  readonly name: string;
  readonly rule?: string;
  readonly run: () => Promise<void>;
}

/** ${STEP} */
export const tasks: readonly Task[] = [
${items.join('\n')}
];
`;
}

export interface AppView {
  readonly prefix: string;
  /** The module with the generated routes. */
  readonly content: string;
  readonly extension: Extension;
  readonly global: readonly Guard[];
  readonly routes: readonly RouteFile[];
}

/** `src/app.ts` */
export function appFile({ prefix, content, extension, global, routes }: AppView): string {
  const imports = [
    `import { contentDefinition, contentRoutes } from '${content}';`,
    `import { hooks } from './hooks${extension}';`,
    ...(global.length > 0
      ? [`import { ${global.map(({ symbol }) => symbol).join(', ')} } from './moved/middlewares${extension}';`]
      : []),
    ...routes.map(
      ({ path, symbol }) => `import { ${symbol} } from './${path.replace(/^src\/|\.ts$/g, '')}${extension}';`,
    ),
  ];
  const mounts = routes.map(({ symbol }) => `app.route(${text(prefix)}, ${symbol});`);
  return `import { createContent } from '@content-gen/runtime';
import { answerError } from '@content-gen/runtime/hono';
import { Hono } from 'hono';

${imports.join('\n')}

createContent(contentDefinition, { hooks });

const app = new Hono();
app.onError(answerError);

${global.map(({ symbol }) => `app.use(${symbol});`).join('\n')}
${routes.length > 0 ? '// Before the generated routes, so that these handlers come first.\n' : ''}${mounts.join('\n')}
app.route(${text(prefix)}, contentRoutes);

export default app;
`;
}
