import { basename } from 'node:path';

import { evaluateModule } from '../sources/evaluate.js';
import {
  type ListLiteral,
  type Literal,
  type ObjectLiteral,
  flagOf,
  inFile,
  merged,
  numberOf,
  valueAt,
} from '../sources/literal.js';
import { type Member, membersOf, finalValue } from '../sources/module.js';
import { readCronTasks } from '../survey/lifecycles.js';
import type { Surveyor } from '../survey/surveyor.js';
import { readApi, readMiddlewares } from './api.js';
import { readPlugins } from './plugins.js';
import type { Proposal } from './proposal.js';
import { type Reading, say } from './settings.js';

const CONFIG = /^config\/([\w-]+)\.[cm]?[jt]s$/;

/** A middleware that the project runs around every request. */
export interface GlobalMiddleware {
  readonly id: string;
  readonly file: string;
  readonly line: number;
}

/** Reads `config/` and `database/`. Gives the middlewares around every request. */
export function readConfigFiles(surveyor: Surveyor, proposal: Proposal): readonly GlobalMiddleware[] {
  const global: GlobalMiddleware[] = [];
  for (const file of surveyor.project.files) {
    if (surveyor.synced?.files.includes(file)) continue;
    if (file.startsWith('config/')) global.push(...readConfigFile({ surveyor, proposal, file }));
    else if (file.startsWith('database/')) readDatabaseFile({ surveyor, proposal, file });
  }
  return global;
}

/** `config/env/production/plugins.ts`, for a file that is read: the new project has the settings of production. */
function isProduction(file: string): boolean {
  return new RegExp(`^${PRODUCTION}(api|middlewares|plugins|server)\\.[cm]?[jt]s$`).test(file);
}

const PRODUCTION = 'config/env/production/';

/**
 * Reads a file of production that stands alone. Files of production above a file of `config/` are read with that file.
 */
function readProductionFile({ surveyor, proposal, file }: Reading): readonly GlobalMiddleware[] {
  const name = basename(file).replace(/\.\w+$/, '');
  const base = { kind: 'setting', file, line: 1, name: 'config of production' } as const;
  if (!isKnown(writtenIn(surveyor, file))) {
    surveyor.findings.push({ ...base, outcome: 'hand', note: 'its settings are computed; write them into the config' });
    return [];
  }
  const isAbove = surveyor.project.files.some((each) => each.startsWith(`config/${name}.`));
  const note = isAbove ? `its settings are read above those of config/${name}` : 'its settings are read';
  surveyor.findings.push({ ...base, outcome: 'works', note });
  return isAbove ? [] : readValue({ surveyor, proposal, file }, name);
}

function writtenIn({ project, module }: Surveyor, file: string): Literal | undefined {
  const found = module(file);
  return found && evaluateModule(found, project.environment);
}

function isKnown(value: Literal | undefined): value is ListLiteral | ObjectLiteral {
  return value?.kind === 'object' || value?.kind === 'list';
}

/** The value of a config file, with the settings of production. */
function valueOf(surveyor: Surveyor, file: string): Literal | undefined {
  const value = writtenIn(surveyor, file);
  const name = basename(file).replace(/\.\w+$/, '');
  const above = surveyor.project.files.find((each) => isProduction(each) && basename(each).startsWith(`${name}.`));
  if (value === undefined || above === undefined || above === file) return value;
  const production = writtenIn(surveyor, above);
  return isKnown(production) ? merged(value, inFile(production, above)) : value;
}

function readConfigFile(reading: Reading): readonly GlobalMiddleware[] {
  const { surveyor, file } = reading;
  const base = { kind: 'setting', file, line: 1 } as const;
  const name = CONFIG.exec(file)?.[1];
  if (name === undefined) {
    const [, environment] = /^config\/env\/([^/]+)\//.exec(file) ?? [];
    if (isProduction(file)) return readProductionFile(reading);
    const note = `settings for ${environment ?? 'one part'}; content-gen has one config, which may read process.env`;
    const isHidden = basename(file).startsWith('.');
    surveyor.findings.push({
      ...base,
      outcome: isHidden ? 'unused' : 'hand',
      name: environment ? `config of ${environment}` : 'other config',
      ...(isHidden ? {} : { note }),
    });
    return [];
  }
  return readValue(reading, name);
}

/** Config files whose settings have names, so that only a run shows those of another form. */
const NAMED = ['api', 'plugins', 'server', 'cron-tasks', 'cron'];

/** A config file by its name, such as `plugins`. */
function readValue(reading: Reading, name: string): readonly GlobalMiddleware[] {
  const { surveyor, file } = reading;
  const base = { kind: 'setting', file, line: 1 } as const;
  const module = surveyor.module(file);
  const value = valueOf(surveyor, file);
  if (module === undefined || value === undefined) {
    surveyor.findings.push({ ...base, outcome: 'unused', name: 'a config file without an export' });
    return [];
  }
  if (name === 'middlewares')
    return readMiddlewares(reading, value).map((each) => ({ ...each, file: value.file ?? file }));
  if (NAMED.includes(name) && value.kind !== 'object') {
    say(reading, value, { outcome: 'hand', name: `config/${name}`, note: 'the settings are computed' });
    return [];
  }
  if (name === 'cron-tasks' || name === 'cron') {
    readCronTasks(surveyor, module);
    if (surveyor.cron.every((task) => task.file !== file))
      say(reading, value, { outcome: 'unused', kind: 'cron', name: 'no tasks' });
  } else if (name === 'api') readApi(reading, value);
  else if (name === 'plugins') readPlugins(reading, value);
  else if (name === 'server') {
    const cron = membersOf(module, finalValue(module, module.exported)).find((member) => member.name === 'cron');
    readServer(reading, value, cron ? tasksOf(cron) : []);
  } else if (name === 'admin' || name === 'features') say(reading, value, { outcome: 'unused', kind: 'admin', name });
  else if (name === 'database') {
    const note = 'the database is PostgreSQL, in DATABASE_URL; "content-gen import" brings the content along';
    say(reading, value, { outcome: 'hand', name: 'database', note });
  } else {
    const note = 'a config of your own; import it, or read process.env';
    say(reading, value, { outcome: 'hand', name: `config ${name}`, note });
  }
  return [];

  function tasksOf(cron: Member): readonly Member[] {
    if (module === undefined) return [];
    const tasks = membersOf(module, cron.node).find((member) => member.name === 'tasks');
    const found = tasks ? membersOf(module, tasks.node) : [];
    readCronTasks(surveyor, module, found);
    return found;
  }
}

/** `config/server.ts` */
function readServer(reading: Reading, value: Literal, tasks: readonly Member[]): void {
  const { surveyor } = reading;
  const port = numberOf(valueAt(value, 'port'));
  const note = 'the server listens on PORT, or else 1337';
  say(reading, value, {
    outcome: port === undefined || port === 1337 ? 'works' : 'hand',
    name: `port ${port ?? 1337}`,
    note,
  });
  const proxy = valueAt(value, 'proxy');
  if (proxy && (flagOf(proxy) === true || proxy.kind === 'object')) {
    reading.proposal.users.trustedProxies = 1;
    say(reading, proxy, {
      outcome: 'translated',
      name: 'proxy',
      note: 'users.trustedProxies counts the proxies in front of the server',
    });
  }
  const url = valueAt(value, 'url');
  if (url) say(reading, url, { outcome: 'unused', name: 'url' });
  const cron = valueAt(value, 'cron');
  if (cron && tasks.length + surveyor.cron.length === 0 && flagOf(valueAt(cron, 'enabled')) !== false) {
    say(reading, cron, {
      outcome: 'hand',
      kind: 'cron',
      name: 'cron',
      note: 'start the tasks with a scheduler of your own',
    });
  }
  const webhooks = valueAt(value, 'webhooks');
  if (webhooks) {
    const advice = 'webhooks of the admin panel do not run; send requests from middleware after a write';
    say(reading, webhooks, { outcome: 'unused', name: 'webhooks', note: advice });
  }
}

function readDatabaseFile({ surveyor, file }: Reading): void {
  const isCode = /\.[cm]?[jt]s$|\.sql$/.test(file);
  surveyor.findings.push({
    outcome: isCode ? 'hand' : 'unused',
    kind: 'other',
    file,
    line: 1,
    name: isCode ? 'a migration of the old database' : 'no code',
    ...(isCode ? { note: 'the new database has its own tables; see docs/migrations.md' } : {}),
  });
}
