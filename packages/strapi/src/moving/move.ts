import {
  type Config,
  type ContentModel,
  type Diagnostic,
  loadConfig,
  ok,
  openSource,
  readModel,
  type Result,
} from 'content-gen/tools';

import { readers } from '../readers/readers.js';
import { proposePanel } from './config/panel.js';
import { dropUnknownPopulate } from './config/populate.js';
import { dropUnknownFields } from './config/registration.js';
import { type Proposal, newProposal } from './config/proposal.js';
import { readConfigFiles } from './config/read.js';
import type { MovedFile, PlannedFile } from './files.js';
import { type Finding, notPortedTask } from './finding.js';
import { MovingProblem } from './problem.js';
import { planProject } from './project-files.js';
import { openProject } from './sources/project.js';
import { type Stored, readStored } from './stored.js';
import { readStoredFields } from './survey/custom-fields.js';
import { settlePackages } from './survey/packages.js';
import { survey } from './survey/survey.js';
import type { Surveyor } from './survey/surveyor.js';
import { type Guards, translateGuards } from './translation/guards.js';
import { type MovedHook, translateLifecycles } from './translation/hooks.js';
import { type RouteFile, translateRoutes } from './translation/routes.js';
import { translateUser } from './translation/user.js';
import { translateViews } from './views/schema-views.js';

export interface MoveOptions {
  /** The folder of the Strapi project, absolute. */
  readonly project: string;
  /** The folder of the new project, absolute. The folder of the old project itself moves that project in place. */
  readonly into: string;
  /** Whether the new project gets `AGENTS.md`. */
  readonly agents?: boolean;
  /** Roles and permissions: an archive of `strapi export`, or the database of Strapi. */
  readonly stored?: StoredPlace;
}

export interface StoredPlace {
  /** An absolute path, or the address of a database. */
  readonly address: string;
  readonly key: string | undefined;
  /** In the report: without a password. */
  readonly name: string;
}

export interface Move {
  readonly findings: readonly Finding[];
  readonly files: readonly PlannedFile[];
  /** Files that were asked for and exist already, so that they stay as they are. */
  readonly existing: readonly string[];
  /** Packages to install. */
  readonly missing: readonly string[];
  /**
   * Files that lack stubs because somebody changed the files before these stubs were planned. MOVING.md has the stubs.
   */
  readonly lacking: readonly string[];
  /** Whether package.json is new, so that `npm install` knows all packages. */
  readonly isNew: boolean;
}

/** The parts of a project after translation. */
export interface Translation {
  readonly surveyor: Surveyor;
  readonly proposal: Proposal;
  readonly guards: Guards;
  readonly routes: readonly RouteFile[];
  readonly hooks: readonly MovedHook[];
  /** Schema files with the views of the admin panel. */
  readonly views: readonly MovedFile[];
  /** The definition of the user, if code adds attributes to the user. */
  readonly user?: MovedFile;
}

/** Reads a Strapi project without running it, and plans the files of the new project. No file is written. */
export async function planMove(options: MoveOptions): Promise<Result<Move>> {
  const source = await loadConfig(options.project);
  const target = options.into === options.project ? source : await loadConfig(options.into);
  if (!target.ok) return target;
  const surveyor = survey(openProject(options.project));
  const user = translateUser(surveyor);
  const stored = options.stored && {
    ...options.stored,
    // A database needs the components of the project.
    content: await readPlace(options.stored, options.project, (await modelOf(source, surveyor, user)).model),
  };
  if (stored) readStoredFields(surveyor, stored.content.schemas, stored.name);
  const { model, diagnostics } = await modelOf(source, surveyor, user);
  const translation = { ...translateSurvey(surveyor, model, stored), ...(user ? { user } : {}) };
  if (surveyor.types.length === 0 && surveyor.project.files.length === 0) {
    throw new MovingProblem(`${options.project} is not a Strapi project: it has no src, config and package.json.`);
  }
  const plan = await planProject(translation, {
    ...options,
    config: target.value,
    content: (source.ok ? source : target).value.content,
    diagnostics,
  });
  return ok(plan);
}

/** All parts of a Strapi project, and what becomes of each part. */
export function translate(project: string, model: ContentModel | undefined): Translation {
  return translateSurvey(survey(openProject(project)), model);
}

function translateSurvey(
  surveyor: Surveyor,
  model: ContentModel | undefined,
  stored?: { readonly name: string; readonly content: Stored },
): Translation {
  const { synced } = surveyor;
  const proposal = newProposal(surveyor.customFields);
  const global = readConfigFiles(surveyor, proposal);
  settlePackages(surveyor, proposal);
  proposePanel(surveyor, proposal, stored);
  const guards = translateGuards(surveyor, global, proposal);
  const routes = translateRoutes(surveyor, guards, proposal);
  if (model !== undefined) {
    dropUnknownPopulate(surveyor, proposal, model);
    dropUnknownFields(surveyor, proposal, model);
  }
  const hooks = translateLifecycles(surveyor, model);
  for (const { file, line, name, rule, ruleCode } of surveyor.cron) {
    const note = `${rule ?? ruleCode ?? 'without a rule'}; start the task with a scheduler of your own`;
    const problems = [notPortedTask(name)];
    const target = 'src/moved/cron.ts';
    surveyor.findings.push({ outcome: 'hand', kind: 'cron', file, line, name, note, target, problems });
  }
  reportLocales(surveyor, proposal);
  const panel = stored ?? (synced && { name: synced.folder, content: synced.stored });
  const views = translateViews(surveyor, panel?.content.views ?? [], panel?.name ?? '');
  surveyor.findings.push(...views.findings);
  return { surveyor, proposal, guards, routes, hooks, views: views.files };
}

async function readPlace(
  { address, key }: StoredPlace,
  root: string,
  model: ContentModel = { contentTypes: [], components: [] },
): Promise<Stored> {
  const source = await openSource(address, { root, model, key, readers: async () => readers });
  return readStored(source).finally(() => source.close());
}

/** Strapi keeps its locales in the database. */
function reportLocales({ types, findings }: Surveyor, { locales }: Proposal): void {
  const localized = types.find(({ isLocalized }) => isLocalized);
  if (localized === undefined || locales !== undefined) return;
  const note = 'write your locales into locales of the config; Strapi keeps them in its database';
  findings.push({ outcome: 'hand', kind: 'setting', file: localized.file, line: 1, name: 'locales', note });
}

/** The model with the custom fields that the proposed config has, and the attributes that code adds to the user. */
async function modelOf(
  config: Result<Config>,
  { customFields }: Surveyor,
  user: MovedFile | undefined,
): Promise<{ readonly model?: ContentModel; readonly diagnostics: readonly Diagnostic[] }> {
  if (!config.ok) return { diagnostics: config.diagnostics };
  const proposed = { ...config.value, customFields: { ...customFields, ...config.value.customFields } };
  const model = await readModel(proposed, user === undefined ? [] : [user]);
  return model.ok ? { model: model.value, diagnostics: model.warnings } : { diagnostics: model.diagnostics };
}
