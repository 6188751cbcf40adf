import { loadCompiler } from 'content-gen/tools';

import type { Finding } from '../finding.js';
import { type Module, parseModule } from '../sources/module.js';
import type { StrapiProject } from '../sources/project.js';
import { type Synced, readSynced } from '../synced.js';
import type { FieldUse } from './custom-fields.js';
import type {
  ClosedPiece,
  ControllerMethod,
  CorePiece,
  CronPiece,
  GuardPiece,
  InterceptorPiece,
  LifecyclePiece,
  RoutePiece,
  TypePiece,
} from './pieces.js';
import type { UserAttribute } from './user-attributes.js';

/** Everything that was found in a project so far. */
export interface Surveyor {
  readonly project: StrapiProject;
  readonly types: TypePiece[];
  readonly routes: RoutePiece[];
  /** The uids of the types with a core router. */
  readonly routers: string[];
  readonly core: CorePiece[];
  readonly closed: ClosedPiece[];
  readonly methods: ControllerMethod[];
  readonly lifecycles: LifecyclePiece[];
  readonly policies: GuardPiece[];
  readonly middlewares: GuardPiece[];
  readonly interceptors: InterceptorPiece[];
  readonly cron: CronPiece[];
  /** The stored types of custom fields, by uid. */
  readonly customFields: Record<string, string>;
  /** Attributes whose type is a custom field. */
  readonly fieldUses: FieldUse[];
  readonly userAttributes: UserAttribute[];
  readonly synced: Synced | undefined;
  readonly findings: Finding[];
  /** The syntax of a source file. Undefined if the file does not exist. */
  module(file: string): Module | undefined;
}

export function newSurveyor(project: StrapiProject): Surveyor {
  const { ts: tsc } = loadCompiler(project.root);
  const modules = new Map<string, Module | undefined>();
  return {
    project,
    types: [],
    routes: [],
    routers: [],
    core: [],
    closed: [],
    methods: [],
    lifecycles: [],
    policies: [],
    middlewares: [],
    interceptors: [],
    cron: [],
    customFields: {},
    fieldUses: [],
    userAttributes: [],
    synced: readSynced(project),
    findings: [],
    module(file) {
      if (!modules.has(file)) {
        const text = project.read(file);
        modules.set(file, text === undefined ? undefined : parseModule(tsc, file, text));
      }
      return modules.get(file);
    },
  };
}
