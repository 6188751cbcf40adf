import { randomBytes } from 'node:crypto';

import postgres from 'postgres';

import { fillTemplate, readSource } from './template.js';

/** The databases of test files on the server of a keeper: copies of a template, which is made once. */
export interface Databases {
  /** Makes a copy and returns its name. */
  create(): Promise<string>;
  drop(name: string): Promise<void>;
  urlOf(name: string): string;
  close(): Promise<void>;
}

export function openDatabases(root: string, server: string): Databases {
  const admin = postgres(server, { max: 2, fetch_types: false, onnotice: () => undefined });
  const templates = new Map<string, Promise<string>>();
  const source = readSource(root);

  const urlOf = (name: string) => {
    const url = new URL(server);
    url.pathname = `/${name}`;
    return url.href;
  };
  const drop = async (name: string) => void (await admin.unsafe(`drop database if exists ${name} with (force)`));
  const makeTemplate = async (key: string, config: Parameters<typeof fillTemplate>[0]) => {
    const name = `template_${key}`;
    await drop(name);
    await admin.unsafe(`create database ${name}`);
    await fillTemplate(config, urlOf(name));
    return name;
  };
  const templateOf = async () => {
    const { config, key } = await source();
    const known = templates.get(key);
    if (known !== undefined) return known;
    const making = makeTemplate(key, config);
    templates.set(key, making);
    // The next test file tries again, because the project may be mended by then.
    making.catch(() => templates.delete(key));
    return making;
  };

  const copyOf = async (template: string) => {
    const name = `test_${randomBytes(6).toString('hex')}`;
    await admin.unsafe(`create database ${name} template ${template}`);
    return name;
  };
  /** A copy for the next test file, made while the last one runs. */
  let spare: { readonly template: string; readonly copy: Promise<string> } | undefined;

  return {
    urlOf,
    drop,
    create: async () => {
      const template = await templateOf();
      const copying = spare?.template === template ? spare.copy : copyOf(template);
      spare = undefined;
      const name = await copying;
      spare ??= { template, copy: copyOf(template) };
      // A copy that failed is tried again by the test file that needs it.
      spare.copy.catch(() => (spare = undefined));
      return name;
    },
    close: () => admin.end({ timeout: 1 }),
  };
}
