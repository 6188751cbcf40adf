import { createHash } from 'node:crypto';

import { Hono } from 'hono';

import { type ContentDefinition, createContent } from '../../src/content/content.js';
import { type ContentEnv, answerError, content, fallback, json, pluginRoutes, rootApp } from '../../src/hono.js';
import { readQuery } from '../../src/http/queries.js';
import { filterValidator, populateValidator } from '../../src/index.js';
import type { AnyModel } from '../../src/model/model.js';
import { findOne } from '../../src/read/index.js';
import { type Settings, defaultRest } from '../../src/content/settings.js';
import type { UploadSettings } from '../../src/content/upload-settings.js';
import * as models from '../project/models.js';

const everything = ['find', 'findPage', 'findOne', 'upload', 'destroy'];

export const openPermissions: Settings['permissions'] = {
  public: {
    upload: everything,
    article: ['find', 'findOne', 'findDraft', 'update'],
    'strict-item': ['findOne', 'update'],
  },
};

export function settingsFor(upload: UploadSettings, permissions: Settings['permissions']): Settings {
  return {
    api: { prefix: '/api', responses: 'documented', rest: defaultRest, cors: { origins: '*', credentials: false } },
    locales: { default: 'en', all: ['en', 'fr'] },
    permissions,
    tokens: [{ name: 'full', type: 'full-access', sha256: createHash('sha256').update('upload-token').digest('hex') }],
    upload,
  };
}

export function appFor(settings: Settings, databaseUrl: string): Hono<ContentEnv> {
  const types = Object.entries(models).filter((entry): entry is [string, AnyModel] => entry[1].kind === 'contentType');
  const definition: ContentDefinition = { contract: 1, models: Object.fromEntries(types), settings };
  createContent(definition, { database: { url: databaseUrl } });
  const routes = new Hono<ContentEnv>();
  routes.use(content(definition));
  routes.onError(answerError);
  routes.get('/articles/:id', async (c) => {
    const check = { filters: filterValidator(models.article), populate: populateValidator(models.article) };
    return json(c, await findOne(c.var.content, models.article, c.req.param('id'), readQuery(c, check)));
  });
  routes.route('/', pluginRoutes);
  routes.all('*', fallback(routes));
  return rootApp(definition, routes);
}
