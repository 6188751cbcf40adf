import { ContentError, ValidationError } from '../../errors/index.js';

/** The path of a value in a body: names of attributes and indexes of lists. */
export type Path = readonly (string | number)[];

/** A problem of one value. `value` is absent where there is none, or where the answer must not repeat it. */
export interface Problem {
  readonly path: Path;
  readonly message: string;
  readonly value?: unknown;
  /** The value has another type than its attribute. */
  readonly wrongType?: true;
}

/** Collects problems, so that an answer lists all of them. */
export interface Report {
  add(problem: Problem): void;
  /** An error that is the answer only where there is no other problem. */
  addLate(error: ValidationError): void;
}

export interface Problems extends Report {
  readonly all: readonly Problem[];
  readonly late: readonly ValidationError[];
}

export function createProblems(): Problems {
  const all: Problem[] = [];
  const late: ValidationError[] = [];
  return { all, late, add: (problem) => all.push(problem), addLate: (error) => late.push(error) };
}

/** A limit, because a body may have a problem in every value and the answer should not be larger than the body. */
const MAX_LISTED = 1_000;

export function problemsError(problems: readonly Problem[]): ValidationError {
  const errors = problems.slice(0, MAX_LISTED).map(({ path, message, ...rest }) => ({
    path: path.map(String),
    message,
    name: 'ValidationError',
    ...('value' in rest ? { value: rest.value } : {}),
  }));
  const [first, second] = problems;
  const isOne = first !== undefined && second === undefined;
  const message = isOne ? first.message : `${problems.length} errors occurred`;
  return new ValidationError(message, { errors });
}

/** The values are right, but the request cannot be carried out. */
export function applicationError(message: string): ContentError {
  return new ContentError(400, 'ApplicationError', message);
}

/** A key of a body that is unknown, or not allowed at its path. */
export function bodyKeyError(key: string, path?: string | null): ValidationError {
  const at = path === undefined || path === null || path === key ? '' : ` at ${path}`;
  return new ValidationError(`Invalid key ${key}${at}`, {
    key,
    ...(path === undefined ? {} : { path }),
    source: 'body',
  });
}

/** `parts[1].heading` */
export function label(path: Path): string {
  if (path.length === 0) return 'this';
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}

export type ExpectedType = 'string' | 'number' | 'boolean' | 'array' | 'object';

/** A value of the wrong type; `original` is the sent value, where a cast came in between. */
export function typeProblem(path: Path, type: ExpectedType, value: unknown, original: unknown = value): Problem {
  const cast =
    !Object.is(original, value) && original !== null ? ` (cast from the value \`${printed(original)}\`)` : '';
  const message = `${label(path)} must be a \`${type}\` type, but the final value was: \`${printed(value)}\`${cast}.`;
  return { path, message, value: Number.isNaN(value) ? null : value, wrongType: true };
}

export function missingProblem(path: Path, ...value: readonly unknown[]): Problem {
  const problem = { path, message: `${label(path)} must be defined.` };
  return value.length === 0 ? problem : { ...problem, value: value[0] };
}

/**
 * Sorts the problems of one object, which stands `depth` parts deep, as yup and Strapi do. Problems of one attribute
 * stay together. yup sorts an attribute by the first name of the definition that its own path contains; then come
 * problems of type, problems of other rules, and problems further down. Ties keep the given order.
 */
export function inOrder(names: readonly string[], problems: readonly Problem[], depth = 0): Problem[] {
  const groups = new Map<string | number | undefined, Problem[]>();
  for (const problem of problems) {
    const attribute = problem.path[depth];
    const found = groups.get(attribute);
    if (found === undefined) groups.set(attribute, [problem]);
    else found.push(problem);
  }
  return [...groups.values()]
    .map((found) => {
      const text = label(found[0]?.path.slice(0, depth + 1) ?? []);
      const index = names.findIndex((name) => text.includes(name));
      return { found, rank: index < 0 ? names.length : index, stage: stageOf(found, depth) };
    })
    .sort((a, b) => a.rank - b.rank || a.stage - b.stage)
    .flatMap(({ found }) => found);
}

function stageOf(problems: readonly Problem[], depth: number): number {
  if (problems.some(({ path }) => path.length > depth + 1)) return 2;
  return problems.some(({ wrongType }) => wrongType === true) ? 0 : 1;
}

/** A value as yup prints it in messages: JSON in which every scalar is a string. */
export function printed(value: unknown): string {
  return simple(value) ?? JSON.stringify(quoted(value), null, 2);
}

function simple(value: unknown): string | undefined {
  if (typeof value === 'string') return `"${value}"`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return value === null || typeof value !== 'object' ? String(value) : undefined;
}

function quoted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(quoted);
  const text = simple(value);
  if (text !== undefined) return text;
  return Object.fromEntries(Object.entries(value ?? {}).map(([key, item]) => [key, quoted(item)]));
}
