import type { Config } from '../config/index.js';
import { readHealth } from '../database/health.js';
import { hasDatabase, openProjectDatabase } from '../database/project-database.js';
import { isProblem } from '../diagnostics/problem.js';
import { messageOf } from '../diagnostics/thrown.js';
import { diskProblem } from '../files/disk-error.js';
import { generate } from '../generate/generate.js';
import { compareSchema } from '../migrate/compare.js';
import { modelState } from '../migrate/state/model-state.js';
import type { ContentModel } from '../model/model.js';
import { countSteps } from '../write/index.js';
import { checkHealth } from './database.js';
import type { Finding, Findings } from './finding.js';
import { checkProduction } from './production.js';
import { referenceChecks } from './references.js';
import { checkStoredValues } from './stored-values.js';
import { checkVersions } from './versions.js';

/** Examines a project and its database, and changes nothing. */
export async function examine(config: Config): Promise<Findings> {
  const generation = await generate(config);
  if (!generation.ok) {
    const errors = generation.diagnostics.map(({ code, span, message, hint }): Finding => {
      const at = `${span.file}:${span.line}:${span.column}`;
      return {
        level: 'error',
        subject: 'configuration',
        message: `${at} ${code} ${message}`,
        ...(hint === undefined ? {} : { hint }),
      };
    });
    return [...checkVersions(config), ...errors];
  }
  const { plan, model } = generation.value;
  const { written, removed } = countSteps(plan);
  const isCurrent = written + removed === 0;
  return [
    ...checkVersions(config),
    isCurrent
      ? { level: 'ok', subject: 'configuration', message: 'the config, the definitions and the generated code agree' }
      : {
          level: 'error',
          subject: 'configuration',
          message:
            written + removed === 1
              ? 'one generated file is out of date'
              : `${written + removed} generated files are out of date`,
          hint: 'run "content-gen generate" and commit the result',
        },
    ...(await examineDatabase(config, model)),
    ...checkProduction(config, process.env, new Date()),
  ];
}

async function examineDatabase(config: Config, model: ContentModel): Promise<Findings> {
  if (!(await hasDatabase(config.root))) {
    const hint = 'set DATABASE_URL, or run "content-gen serve" to start an embedded one';
    return [{ level: 'note', subject: 'database', message: 'there is no database yet', hint }];
  }
  return guarded(async () => {
    const { url, place, close } = await openProjectDatabase(config.root);
    try {
      const named: Finding = { level: 'ok', subject: 'database', message: `the database is ${place}` };
      const schema = await examineSchema(url, config, model);
      const values = () => checkStoredValues(url, modelState(model, config.settings.locales.default));
      const health = await guarded(() => healthOf(url, model));
      // A lost database is not asked again, because the cause of the loss may also block another connection.
      const isLost = health.some(({ level, subject }) => level === 'error' && subject === 'database');
      return [...schema, named, ...health, ...(isLost ? [] : await guarded(values))];
    } finally {
      await close();
    }
  });
}

/** A part that cannot be examined is a finding, and does not hide the others. */
async function guarded(work: () => Promise<Findings>): Promise<Findings> {
  try {
    return await work();
  } catch (error) {
    // Tables are compared with the help of a file in the project, whose folder may be read-only.
    const known = isProblem(error) ? error.message : diskProblem(error);
    const message = known ?? `the database refused a statement: ${messageOf(error)}`;
    const hint = known === undefined ? { hint: 'check the rights of its user' } : {};
    return [{ level: 'error', subject: 'database', message, ...hint }];
  }
}

async function examineSchema(url: string, config: Config, model: ContentModel): Promise<Findings> {
  const { isEmpty, missing, drift, leftOut } = await compareSchema(url, config, model);
  if (isEmpty) {
    const hint = 'run "content-gen migrate apply", or "content-gen serve" in development';
    return [{ level: 'error', subject: 'schema', message: 'the database has no tables of the project', hint }];
  }
  const changed = drift.map((message): Finding => {
    return { level: 'error', subject: 'schema', message, hint: 'undo the change, or put it into a migration' };
  });
  const outdated: Finding = {
    level: 'error',
    subject: 'schema',
    message: `the definitions need ${missing.length} statements that the database has not run: ${missing[0]}`,
    hint: 'run "content-gen migrate create" and "content-gen migrate apply"',
  };
  if (missing.length === 0 && drift.length === 0) {
    const without = leftOut.length === 0 ? '' : `, without ${leftOut.join(', ')}: there is no extension pg_trgm`;
    return [{ level: 'ok', subject: 'schema', message: `the tables match the definitions${without}` }];
  }
  return [...(missing.length > 0 ? [outdated] : []), ...changed];
}

async function healthOf(url: string, model: ContentModel): Promise<Findings> {
  const tables = model.contentTypes.flatMap(({ table, attributes }) => [
    table,
    ...attributes.flatMap((one) => ('storage' in one && one.storage.at === 'link' ? [one.storage.table] : [])),
  ]);
  return checkHealth(await readHealth(url, tables, referenceChecks(model)), model);
}
