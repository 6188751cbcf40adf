import type { App } from '@content-gen/runtime/node';

import { traceOf } from '../diagnostics/thrown.js';
import { describeModel } from './described-model.js';
import { json, problem, refusalOf } from './guard.js';
import { logStream } from './log-stream.js';
import type { ServedProject } from './project.js';
import { createRequestLog } from './request-log.js';

interface ConsoleOptions {
  /** The version that answers requests now. */
  readonly project: () => ServedProject;
  /** The config file, if the file has none of the default names. */
  readonly configFile?: string;
  readonly databaseUrl: string;
  /** The secret of the development token. */
  readonly token: string;
  /** Aborted when the server stops. */
  readonly ended: AbortSignal;
}

const STUDIO = '/studio';
const BASE = `${STUDIO}/console/`;

/** Adds the endpoints that the API half of the studio asks. The endpoints only read, and exist only in `serve`. */
export function withConsole(app: App, options: ConsoleOptions): App {
  const log = createRequestLog(app, {
    inspector: () => options.project().inspector,
    isOwn: (path) => path === STUDIO || path.startsWith(`${STUDIO}/`),
  });
  const endpoints: Endpoints = { ...endpointsOf(options), log: () => logStream(log, options.ended) };
  return {
    fetch: async (request, env) => {
      const url = new URL(request.url);
      if (!url.pathname.startsWith(BASE)) return log.app.fetch(request, env);
      const refusal = refusalOf(request, env, options.token);
      if (refusal !== undefined) return refusal;
      const name = url.pathname.slice(BASE.length);
      const endpoint = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined;
      if (endpoint === undefined) return problem(404, 'NotFoundError', 'Not Found');
      try {
        return await endpoint(url.searchParams);
      } catch (error) {
        return problem(500, 'InternalServerError', traceOf(error));
      }
    },
  };
}

type Endpoints = Readonly<Record<string, (parameters: URLSearchParams) => Response | Promise<Response>>>;

/**
 * The first request loads the stages that an endpoint needs, because most runs of `serve` get no request to the
 * console.
 */
function endpointsOf({ project, configFile, databaseUrl }: ConsoleOptions): Endpoints {
  return {
    model: () => json(describeModel(project().model, project().config.settings)),
    query: async (parameters) => {
      const { runQuery } = await import('./query.js');
      const request = parameters.get('request') ?? '';
      const [role, user] = [parameters.get('role'), parameters.get('user')];
      const outcome = await runQuery(project(), databaseUrl, {
        request,
        ...(role === null ? {} : { role }),
        ...(user === null ? {} : { user }),
        explain: parameters.get('explain') !== 'false',
      });
      return 'problem' in outcome ? problem(400, 'ValidationError', outcome.problem) : json(outcome);
    },
    rights: async () => {
      const { rightsMatrix } = await import('./rights-matrix.js');
      return json(rightsMatrix(project().model, project().config.settings));
    },
    pending: async () => {
      const { pendingWork } = await import('./pending.js');
      return json(await pendingWork(project().config.root, configFile, databaseUrl));
    },
    reference: async (parameters) => {
      const [{ openapiDocument }, { roleProblem }] = await Promise.all([
        import('../openapi/index.js'),
        import('../permissions/roles.js'),
      ]);
      const { model, config } = project();
      const role = parameters.get('role') ?? undefined;
      const unknown = role === undefined ? undefined : roleProblem(config.settings, role);
      return unknown === undefined
        ? json(openapiDocument(model, config.settings, role))
        : problem(400, 'ValidationError', unknown);
    },
  };
}
