/** Two states of a small project, and what changes between them. */
import { loadConfig } from '../../src/config/index.js';
import type { Change } from '../../src/diff/change.js';
import { compareStates } from '../../src/diff/compare/states.js';
import type { ProjectState } from '../../src/diff/state/state.js';
import { loadDefinitions } from '../../src/load/index.js';
import { buildModel } from '../../src/model/build.js';
import { checkPermissions } from '../../src/permissions/check.js';
import { valueOf } from '../model-of.js';
import { temporaryProject } from '../temporary-project.js';

type Attributes = Readonly<Record<string, object>>;

interface Sketch {
  /** Keys of the content type article, besides its attributes. */
  readonly type?: object;
  /** Attributes of the content type article, besides its title. */
  readonly attributes?: Attributes;
  /** Attributes of the component shared.seo, which article has in `seo`. */
  readonly seo?: Attributes;
  readonly config?: object;
  /** Other files of the project. */
  readonly files?: Readonly<Record<string, object>>;
}

/** The files of a project with articles. */
export function filesOfSketch({ type, attributes, seo, config, files }: Sketch): Readonly<Record<string, object>> {
  const own = seo === undefined ? {} : { seo: { type: 'component', component: 'shared.seo' } };
  return {
    'content/article.json': { ...type, attributes: { title: { type: 'string' }, ...own, ...attributes } },
    ...(seo === undefined ? {} : { 'content/components/shared/seo.json': { attributes: seo } }),
    ...(config === undefined ? {} : { 'content-gen.config.json': config }),
    ...files,
  };
}

export async function stateOf(sketch: Sketch): Promise<ProjectState> {
  const config = valueOf(await loadConfig(temporaryProject(filesOfSketch(sketch))));
  const model = valueOf(buildModel(valueOf(await loadDefinitions(config))));
  const problems = checkPermissions(config, model);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return { config, model };
}

/** What clients and roles notice: `attribute-removed breaking article.subtitle`. */
export async function changesOf(before: Sketch, now: Sketch): Promise<readonly string[]> {
  return (await foundChanges(before, now)).map(({ code, severity, subject }) => `${code} ${severity} ${subject}`);
}

export async function foundChanges(before: Sketch, now: Sketch): Promise<readonly Change[]> {
  return compareStates({ before: await stateOf(before), now: await stateOf(now) });
}

/** Attributes of articles. */
export function article(attributes: Attributes): Sketch {
  return { attributes };
}

/** What the public may do with articles, whose attributes are `title`, `text` and `mood`. */
export function allowing(permission: unknown, role = 'public'): Sketch {
  return { attributes: { text: { type: 'text' } }, config: { permissions: { [role]: { article: permission } } } };
}

/** A project with these settings. */
export function configured(config: object): Sketch {
  return { config };
}
