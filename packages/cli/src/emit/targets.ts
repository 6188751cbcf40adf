import type { Component, ContentType } from '../model/model.js';
import { componentModule } from './exports.js';
import { componentView } from './views/component.js';
import { modelView } from './views/model.js';
import { routesView } from './views/routes.js';
import { schemaView } from './views/schema.js';
import { barrelView, indexView, modelsView, settingsView } from './views/project.js';
import { typesView } from './views/types.js';
import { validatorsView } from './views/validators.js';
import { type Page, hasRoutes } from './views/page.js';

/** A generated file of each subject: its path, its data and its template. */
export interface Target<Subject> {
  /** The path without extension, relative to the output folder. */
  readonly module: (subject: Subject) => string;
  readonly template: (subject: Subject) => string;
  readonly view: (subject: Subject, page: Page) => object;
  readonly when?: (subject: Subject) => boolean;
}

export const contentTypeTargets: readonly Target<ContentType>[] = [
  inFolder('schema', schemaView),
  inFolder('types', typesView),
  inFolder('model', modelView),
  inFolder('validators', validatorsView),
  {
    module: (type) => `${type.name}/routes`,
    template: (type) => (type.kind === 'singleType' ? 'routes-single' : 'routes'),
    view: routesView,
    when: hasRoutes,
  },
];

export const componentTargets: readonly Target<Component>[] = [
  { module: componentModule, template: () => 'component', view: componentView },
];

/** The files of the whole project. The first one comes from the config, the others from all definitions. */
export const projectTargets: readonly [Target<undefined>, ...Target<undefined>[]] = [
  once('settings', settingsView),
  once('index', indexView),
  once('models', modelsView),
  once('schema', barrelView, 'schema-barrel'),
];

function inFolder(name: string, view: Target<ContentType>['view']): Target<ContentType> {
  return { module: (type) => `${type.name}/${name}`, template: () => name, view };
}

function once(name: string, view: (page: Page) => object, template = name): Target<undefined> {
  return { module: () => name, template: () => template, view: (_, page) => view(page) };
}
