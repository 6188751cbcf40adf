import { createHash } from 'node:crypto';

import type { Hooks } from '../../src/content/hooks.js';
import type { Settings } from '../../src/content/settings.js';
import type { UploadSettings } from '../../src/content/upload-settings.js';
import { desk } from '../harness/fixtures/desk.js';
import { createApp } from '../harness/app.js';
import { openPatient } from '../harness/patient-database.js';

const everything = ['find', 'findPage', 'findOne', 'upload', 'replace', 'destroy'];

export const openPermissions: Settings['permissions'] = {
  public: {
    upload: everything,
    article: ['find', 'findOne', 'findDraft', 'update'],
    'strict-item': ['findOne', 'update'],
  },
};

/** The fixture `desk` with files; no vitest is needed, because servers of their own run it too. */
export function appFor(databaseUrl: string, upload: UploadSettings, permissions = openPermissions, hooks?: Hooks) {
  const token = createHash('sha256').update('upload-token').digest('hex');
  const { api } = desk.definition.settings;
  const settings: Partial<Settings> = {
    api: { ...api, responses: 'documented' },
    permissions,
    tokens: [{ name: 'full', type: 'full-access', sha256: token }],
    upload,
  };
  return createApp(desk, openPatient({ url: databaseUrl }), { settings, ...(hooks && { hooks }) }).app;
}
