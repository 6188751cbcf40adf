import type { Histogram, Labels } from './histogram.js';

/** All samples of one metric, in a form that processes can send each other as JSON. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** By the name with its labels, as they are printed. */
  readonly samples: Readonly<Record<string, number>>;
}

/** `name{label="value"}`, in the format of Prometheus. */
export function sampleName(name: string, labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escape(value)}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

function escape(value: string): string {
  return value.replace(/[\\"\n]/g, (character) => ESCAPES[character] ?? character);
}

type Samples = readonly (readonly [name: string, value: number])[];

export function counter(name: string, help: string, samples: Samples): Family {
  return { name, help, type: 'counter', samples: Object.fromEntries(samples) };
}

export function gauge(name: string, help: string, value: number | Samples): Family {
  return {
    name,
    help,
    type: 'gauge',
    samples: typeof value === 'number' ? { [name]: value } : Object.fromEntries(value),
  };
}

interface Times {
  readonly labels: Labels;
  readonly times: Histogram;
}

export function histogram(name: string, help: string, all: readonly Times[]): Family {
  const samples: Record<string, number> = {};
  for (const { labels, times } of all) {
    for (const [suffix, more, value] of times.samples())
      samples[sampleName(name + suffix, { ...labels, ...more })] = value;
  }
  return { name, help, type: 'histogram', samples };
}

/** The metrics of several processes as the metrics of one process: every sample is the sum. */
export function sumOf(processes: readonly (readonly Family[])[]): readonly Family[] {
  const sums = new Map<string, Family & { readonly samples: Record<string, number> }>();
  for (const family of processes.flat()) {
    const sum = sums.get(family.name) ?? { ...family, samples: {} };
    sums.set(family.name, sum);
    for (const [name, value] of Object.entries(family.samples)) sum.samples[name] = (sum.samples[name] ?? 0) + value;
  }
  return [...sums.values()];
}

/** The families that only grow. The samples of such a family stay true when the process has ended. */
export function countedIn(families: readonly Family[]): readonly Family[] {
  return families.filter(({ type }) => type !== 'gauge');
}

/** The text format of Prometheus, version 0.0.4. */
export function asText(families: readonly Family[]): string {
  return families
    .map(({ name, help, type, samples }) => {
      const lines = Object.entries(samples).map(([sample, value]) => `${sample} ${value}\n`);
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
    })
    .join('');
}
