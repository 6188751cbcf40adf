import { join } from 'node:path';

import {
  type Config,
  type Diagnostic,
  findFormatter,
  formatSources,
  type InitPlan,
  planInit,
  usersPluginFile,
} from 'content-gen/tools';

import { type MovedFile, type PlannedFile, planFiles, signed } from './files.js';
import { sortFindings } from './finding.js';
import type { Move, MoveOptions, Translation } from './move.js';
import { type PortedParts, findPorted } from './ported.js';
import { renderReport } from './report.js';
import { hasSchema, isComponentFile } from './sources/schema-files.js';
import { RUN_TASK, stubFiles } from './stubs/stubs.js';

interface PlanOptions extends MoveOptions {
  /** The config of the new project, or its defaults. */
  readonly config: Config;
  /** The folders of the definitions, which the old project and the new one share. */
  readonly content: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

const CONFIG = 'content-gen.config.ts';
const REPORT = 'MOVING.md';
const BUILD = 'tsconfig.build.json';

/**
 * The files of the new project: the files that `init` writes, with the translation in them, the stubs and the report.
 */
export async function planProject(translation: Translation, options: PlanOptions): Promise<Move> {
  const { config, content: folders, into } = options;
  const init = await planInit(config, options.agents ? { agents: { content: folders } } : {});
  const stubs = await formatted(into, stubsOf(translation, options, init));
  const rest = init.files
    // A definition of the Strapi project takes the place of the example.
    .filter(({ path }) => path !== 'content/article.ts' && !stubs.some((stub) => stub.path === path))
    .map(({ path, content }) => ({
      path,
      content: path === BUILD ? withPrograms(content, stubs) : content,
      isInit: true,
    }));
  const copies = into === options.project ? [] : schemaCopies(translation);
  // `init` changes files of the project, such as .gitignore, and knows which files it may change.
  const planned = [
    ...planFiles(into, [...stubs, ...copies, ...(translation.user ? [translation.user] : [])]),
    // In place, the schemas are those of the project, and only `studio` is added to them.
    ...(into === options.project ? translation.views.map((file): PlannedFile => ({ ...file, change: 'update' })) : []),
    ...rest.map(({ path, content }): PlannedFile => ({ path, content, change: changeOf(init.files, path) })),
  ];
  const isNew = init.files.some(({ path, change }) => path === 'package.json' && change === 'create');
  const { findings, lacking } = findPorted(into, sortFindings(translation.surveyor.findings), planned);
  const report = reportFile(translation, options, { planned, findings, lacking });
  return {
    findings,
    lacking: lacking.map(({ path }) => path),
    files: [...planned, ...planFiles(into, [report])],
    existing: init.kept,
    missing: init.missing,
    isNew: isNew || init.added.length > 0,
  };
}

/** The build of the server also compiles the program for cron tasks, which no module imports. */
function withPrograms(build: string, stubs: readonly MovedFile[]): string {
  const hasTasks = stubs.some(({ path }) => path === RUN_TASK);
  return hasTasks ? build.replace('"src/server.ts"]', `"src/server.ts", "${RUN_TASK}"]`) : build;
}

function changeOf(
  files: readonly { readonly path: string; readonly change: string }[],
  path: string,
): 'create' | 'update' {
  return files.find((file) => file.path === path)?.change === 'change' ? 'update' : 'create';
}

function stubsOf(
  translation: Translation,
  { config }: PlanOptions,
  { extension, commonjs }: Pick<InitPlan, 'extension' | 'commonjs'>,
): readonly MovedFile[] {
  const { proposal, guards, routes, hooks, surveyor } = translation;
  const { output, settings } = config;
  return stubFiles({
    proposal,
    drafts: surveyor.types.filter(({ hasDrafts }) => hasDrafts).map(({ name }) => name),
    prefix: config.file === undefined ? (proposal.api.prefix ?? '/api') : settings.api.prefix,
    folder: output.startsWith('src/') ? output.replace(/^src\//, './') : `../${output}`,
    extension,
    commonjs,
    hooks,
    routes,
    guards: guards.all,
    global: guards.global,
    cron: surveyor.cron,
  });
}

async function formatted(root: string, files: readonly MovedFile[]): Promise<readonly MovedFile[]> {
  const { module } = findFormatter(root, 'src');
  const sources = files.map(({ content }) => content);
  const texts = await formatSources({ module, folder: join(root, 'src'), sources }, () => undefined);
  return files.map((file, index) => ({ ...file, content: texts[index] ?? file.content }));
}

/** A project beside the old one needs copies of the old schema files, and a file that says that there are users. */
function schemaCopies({ surveyor, views }: Translation): readonly MovedFile[] {
  const { project } = surveyor;
  const isOfType = (file: string) =>
    /^src\/(api\/[^/]+|extensions\/users-permissions)\/content-types\//.test(file) && hasSchema(file);
  const schemas = project.files.filter((file) => isOfType(file) || isComponentFile(project, file));
  const users =
    usersPluginFile(project.root) === undefined
      ? []
      : [{ path: 'src/extensions/users-permissions/.gitkeep', content: '' }];
  return [
    ...schemas.map((path) => views.find((view) => view.path === path) ?? { path, content: project.read(path) ?? '' }),
    ...users,
  ];
}

interface Planned extends PortedParts {
  readonly planned: readonly PlannedFile[];
}

function reportFile(
  translation: Translation,
  options: PlanOptions,
  { planned, findings, lacking }: Planned,
): MovedFile {
  const { diagnostics } = options;
  const config = planned.find(({ path }) => path === CONFIG);
  const problems = diagnostics.map(
    ({ span, code, message, hint }) =>
      `${span.file}:${span.line}:${span.column}  ${code}  ${message}${hint ? ` (${hint})` : ''}`,
  );
  const steps = [
    'Port the list "Closed until ported": each stub quotes the old code, and answers 501 until you edit it. Then read "Answers differ".',
    !translation.proposal.isFromPanel
      ? 'Run `content-gen move --database <address>` for the permissions and locales of Strapi, or `strapi export` and `content-gen move --archive export.tar.gz`.'
      : 'Review the permissions in `content-gen.config.ts`. Reading drafts needs the permission `findDraft` in addition.',
    'Set `DATABASE_URL` to a new PostgreSQL database, and run `content-gen generate` and `content-gen serve`.',
    'Bring the content along with `content-gen import`.',
    'Prove that nothing changed with `content-gen compare --with <address of the Strapi server>`.',
  ];
  const report = renderReport({
    findings,
    lacking,
    problems,
    steps,
    ...(config?.change === 'keep' ? { config: config.content } : {}),
  });
  return { path: REPORT, content: signed(report) };
}
