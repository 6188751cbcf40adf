import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

import { isDeep } from '../../../runtime/test/harness/suite.js';
import { startEmbedded } from '../../src/database/embedded.js';
import { type Document, type Exchange, contractOf } from '../openapi/contract.js';
import { createProject } from '../serve/project.js';
import { offerStates } from './states.js';

const kit = fileURLToPath(new URL('../../../../fixtures/conformance/', import.meta.url));

const areas = {
  read: [
    'envelope',
    'sort',
    'pagination',
    'fields',
    'filters',
    'search',
    'populate',
    'privacy',
    'security',
    'draft-publish',
    'locale',
  ],
  write: [
    ...[
      'create',
      'update',
      'delete',
      'types',
      'validation',
      'draft-publish',
      'locale',
      'components',
      'single-types',
      'morph',
    ],
    ...[
      'relations-component',
      'relations-create',
      'relations-inverse',
      'relations-many',
      'relations-one',
      'relations-publish',
      'consistency',
    ],
  ],
  access: ['auth', 'privacy', 'security', 'misc'],
  users: ['users', 'auth'],
  upload: ['upload'],
};

interface Replay {
  readonly areas: Readonly<
    Record<string, { cases: number; statusPassed: number; passed: number; failed: number; skipped: number }>
  >;
  readonly cases: readonly {
    id: string;
    area: string;
    outcome: 'passed' | 'failed' | 'skipped';
    /** Of a failed case: each difference, or why its rows could not be made. */
    diffs?: readonly string[];
  }[];
}

/** An app that writes down what it answers. The format of Strapi 4 is left out, because OpenAPI cannot describe it. */
const recordingApp = `import { appendFileSync } from 'node:fs';
import { rootApp } from '@content-gen/runtime/hono';
import { contentDefinition, contentRoutes } from './content/index.js';

const app = rootApp(contentDefinition, contentRoutes);

export default {
  fetch: async (request: Request, env?: object) => {
    const answer = await app.fetch(request, env);
    const { pathname, search } = new URL(request.url);
    const body = await answer.clone().text();
    const exchange = { method: request.method, path: pathname + search, status: answer.status, body };
    if (!request.headers.has('strapi-response-format')) {
      appendFileSync(process.env['EXCHANGES']!, JSON.stringify(exchange) + '\\n');
    }
    return answer;
  },
};
`;

interface Replayed {
  readonly result: Replay;
  readonly document: Document;
  readonly exchanges: readonly Exchange[];
}

/** Runs every case of the kit against the served project. */
async function replay(profile: 'documented' | 'strapi'): Promise<Replayed> {
  const project = await createProject({ 'src/app.ts': recordingApp }, { database: true });
  const folder = await mkdtemp(join(tmpdir(), 'content-gen-conformance-'));
  await cp(join(kit, 'content'), join(project.root, 'content'), { recursive: true });
  await cp(join(kit, 'content-gen.config.mjs'), join(project.root, 'content-gen.config.mjs'));
  const database = await startEmbedded({ root: project.root, settings: ['fsync=off', 'synchronous_commit=off'] });
  const states = offerStates(folder, database.url);
  try {
    const recorded = join(folder, 'exchanges.jsonl');
    const env = { DATABASE_URL: database.url, CONFORMANCE_PROFILE: profile, EXCHANGES: recorded };
    const { url } = await project.serve(['--no-watch'], env).event('ready');
    const result = join(folder, 'result.json');
    const program = [join(kit, 'replay.mjs'), '--base-url', url, '--profile', profile];
    const args = [...program, '--reset', states.reset, '--states', states.command, '--json', result];
    // The exit code reports failures; the test compares them below.
    await promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 }).catch(() => undefined);
    const lines = (await readFile(recorded, 'utf8')).trimEnd().split('\n');
    const answer = await fetch(`${url}/api/openapi.json`);
    return {
      result: JSON.parse(await readFile(result, 'utf8')) as Replay,
      document: (await answer.json()) as Document,
      exchanges: lines.map((line) => JSON.parse(line) as Exchange),
    };
  } finally {
    await states.close();
    await project.remove();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

// The profiles differ in few answers, so that one of them is enough for the quick suite.
describe.each([isDeep ? 'strapi' : 'documented'] as const)('the conformance kit, in the profile %s', (profile) => {
  it('passes but for the differences that docs/compatibility.md explains', { timeout: 600_000 }, async () => {
    const { result, document, exchanges } = await replay(profile);
    const { cases, areas: counts } = result;
    const differences = await readFile(new URL('../../../../docs/compatibility.md', import.meta.url), 'utf8');
    const failed = cases.filter(({ id, outcome }) => outcome === 'failed' && !differences.includes(`\`${id}\``));
    const [first] = failed;
    expect(
      failed.map(({ id }) => id),
      `${first?.id}: ${first?.diffs?.join('; ')}`,
    ).toEqual([]);

    for (const [name, list] of Object.entries(areas)) {
      const sum = (key: 'cases' | 'skipped' | 'passed' | 'statusPassed') =>
        list.reduce((total, area) => total + counts[area]![key], 0);
      const judged = sum('cases') - sum('skipped');
      const least = name === 'read' || name === 'write' ? 0.98 : 0.97;
      expect(sum('statusPassed') / judged, `${name}: status and error name`).toBeGreaterThanOrEqual(least);
      expect(sum('passed') / judged, `${name}: whole answers`).toBeGreaterThanOrEqual(least);
    }

    const contract = contractOf(document);
    const described = exchanges.filter(({ method, path }) => contract.operationOf(method, path) !== undefined);
    expect(described.length / exchanges.length, 'answers of documented operations').toBeGreaterThan(0.9);
    expect(described.flatMap((exchange) => contract.problemOf(exchange) ?? [])).toEqual([]);
  });
});
