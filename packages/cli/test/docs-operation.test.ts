/** The files beside docs/operation.md, as the programs that they are for read them. */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parser } from '@prometheus-io/lezer-promql';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Secret, Service } from 'kubernetes-models/v1';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

import { run } from './command-line.js';
import { blocksOf } from './docs-page.js';
import { temporaryProject, workspace } from './temporary-project.js';

const read = (name: string) => readFileSync(join(workspace, 'docs/operation', name), 'utf8');

/** The text of an expression at which the parser of Prometheus gives up. */
function mistakeIn(expression: string): string | undefined {
  let mistake: string | undefined;
  parser.parse(expression).iterate({
    enter: ({ type, from }) => {
      if (type.isError) mistake ??= expression.slice(from);
    },
  });
  return mistake;
}

describe('alerts.yaml', () => {
  interface Rule {
    readonly alert: string;
    readonly expr: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
  }
  const { groups } = parse(read('alerts.yaml')) as { groups: readonly { readonly rules: readonly Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);

  test('has expressions of Prometheus', () => {
    expect(mistakeIn('sum by (le rate(x[5m])')).toBeDefined();
    expect(rules.length).toBeGreaterThan(5);
    expect(rules.flatMap(({ alert, expr }) => (mistakeIn(expr) === undefined ? [] : [alert]))).toEqual([]);
  });

  test('says what each alert means, and how urgent it is', () => {
    for (const { labels, annotations } of rules) {
      expect(['critical', 'warning']).toContain(labels['severity']);
      expect(annotations['summary']).toMatch(/\.$/);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });
});

test('dashboard.json has expressions of Prometheus in panels that do not overlap', () => {
  interface Panel {
    readonly title: string;
    readonly gridPos: { readonly x: number; readonly y: number };
    readonly targets: readonly { readonly expr: string }[];
  }
  const { panels } = JSON.parse(read('dashboard.json')) as { panels: readonly Panel[] };
  expect(panels.length).toBeGreaterThan(5);
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(expressions.filter((expr) => mistakeIn(expr.replaceAll('$__rate_interval', '5m')) !== undefined)).toEqual([]);
  expect(new Set(panels.map(({ gridPos }) => `${gridPos.x} ${gridPos.y}`)).size).toBe(panels.length);
});

describe('kubernetes.yaml', () => {
  const objects = parseAllDocuments(read('kubernetes.yaml')).map((document) => document.toJS());
  const kinds = { Deployment, Job, PodDisruptionBudget, Secret, Service };
  const of = (kind: keyof typeof kinds) => objects.find((object) => object.kind === kind);
  let compiled: Awaited<ReturnType<typeof run>>;

  beforeAll(async () => {
    const root = temporaryProject({
      'package.json': '{ "type": "module" }',
      'tsconfig.json': {
        extends: join(workspace, 'tsconfig.base.json'),
        compilerOptions: { noEmit: true, types: [], skipLibCheck: true, rootDir: '/' },
        include: ['*.ts'],
      },
    });
    symlinkSync(join(workspace, 'packages/cli/node_modules'), join(root, 'node_modules'));
    const lines = objects.map(({ apiVersion, kind, ...rest }) => {
      const from = apiVersion === 'v1' ? 'v1' : String(apiVersion).replace('.k8s.io', '');
      return `new (await import('kubernetes-models/${from}')).${kind}(${JSON.stringify(rest)});\n`;
    });
    writeFileSync(join(root, 'objects.ts'), `${lines.join('')}export {};\n`);
    compiled = await run(process.execPath, [join(workspace, 'node_modules/typescript/bin/tsc'), '-p', root], root);
  });

  test('has objects that the schemas of Kubernetes allow', () => {
    expect(objects.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(kinds).toSorted());
    for (const object of objects) new kinds[object.kind as keyof typeof kinds](object).validate();
    const wrong = { ...of('Deployment'), spec: { ...of('Deployment').spec, replicas: 'two' } };
    expect(() => new Deployment(wrong).validate()).toThrow('replicas');
  });

  test('has no key that Kubernetes does not know', () => expect(compiled).toMatchObject({ code: 0, stdout: '' }));

  test('asks the server where it answers, and gives it the time to end', () => {
    const { spec } = of('Deployment').spec.template;
    const [container] = spec.containers;
    const { livenessProbe, readinessProbe, startupProbe, ports } = container;
    expect([livenessProbe, startupProbe].map(({ httpGet }) => httpGet.path)).toEqual(['/_health', '/_health']);
    expect(readinessProbe.httpGet.path).toBe('/_ready');
    expect(ports).toEqual([{ name: 'http', containerPort: 1337 }]);
    // Both are those of `serve` without options.
    const source = readFileSync(join(workspace, 'packages/runtime/src/node.ts'), 'utf8');
    const number = (pattern: RegExp) => Number(pattern.exec(source)![1]!.replaceAll('_', ''));
    const [drainMs, patienceMs] = [number(/DRAIN_MS = ([\d_]+)/), number(/patienceMs = ([\d_]+)/)];
    expect(spec.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(drainMs + patienceMs);
    expect(readinessProbe.periodSeconds * readinessProbe.failureThreshold * 1_000).toBeLessThan(drainMs);
  });

  test('selects its pods, and runs the migrations that the container of the docs has', () => {
    const { labels } = of('Deployment').spec.template.metadata;
    for (const selector of [
      of('Deployment').spec.selector.matchLabels,
      of('Service').spec.selector,
      of('PodDisruptionBudget').spec.selector.matchLabels,
    ])
      expect(labels).toMatchObject(selector);
    const [migrate] = of('Job').spec.template.spec.containers;
    expect(blocksOf('docs/deployment.md').some(({ code }) => code.includes(migrate.command.join(' ')))).toBe(true);
    const version = (image: string) => image.split(':').at(-1);
    expect(version(migrate.image)).toBe(version(of('Deployment').spec.template.spec.containers[0].image));
    expect(of('Job').metadata.name).toContain(version(migrate.image));
  });
});
