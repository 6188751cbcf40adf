import { createHash } from 'node:crypto';
import { Hono } from 'hono';

import { permits } from '../../access/index.js';
import { ForbiddenError } from '../../errors/index.js';
import { uploadRoutes } from './upload.js';
import { authRoutes, connectRoutes } from './auth.js';
import { roleRoutes } from './roles.js';
import { userRoutes } from './users.js';
import type { ContentEnv } from '../context.js';

/** Parts of the API that are not content types. */
export const pluginRoutes: Hono<ContentEnv> = new Hono();

pluginRoutes.route('/upload', uploadRoutes);
pluginRoutes.route('/auth', authRoutes);
pluginRoutes.route('/connect', connectRoutes);
pluginRoutes.route('/users', userRoutes);
pluginRoutes.route('/users-permissions', roleRoutes);

pluginRoutes.get('/i18n/locales', (c) => {
  const scope = c.var.scope;
  if (!permits(scope, 'locale', 'find')) throw new ForbiddenError();
  const { all, default: first } = scope.content.settings.locales;
  return c.json(all.map((code, index) => localeRecord(code, index + 1, code === first)));
});

/** Locales are part of the configuration, so their records have fixed dates. */
function localeRecord(code: string, id: number, isDefault: boolean) {
  const since = '1970-01-01T00:00:00.000Z';
  const documentId = `l${createHash('sha256').update(code).digest('hex').slice(0, 23)}`;
  const name = `${new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code} (${code})`;
  return { id, documentId, name, code, createdAt: since, updatedAt: since, publishedAt: since, isDefault };
}
