import { ContentError, ValidationError } from '../../errors/index.js';

/** The path of a value in a body: names of attributes and indexes of lists. */
export type ValuePath = readonly (string | number)[];

/**
 * A problem of one value. `value` is absent where the body has no value, or where the answer must not repeat the value.
 */
export interface Problem {
  readonly path: ValuePath;
  readonly message: string;
  readonly value?: unknown;
  /** The value has another type than its attribute. */
  readonly wrongType?: true;
}

/** Takes the problems of values, so that an answer lists all of them. */
export interface Report {
  add(problem: Problem): void;
  /** An error that is the answer only where there is no other problem. */
  addLate(path: ValuePath, error: ValidationError): void;
  /** A problem of relations as a whole. The answer has only the first one. */
  addGeneral(path: ValuePath, message: string): void;
}

/** The problems of a body, as far as the body alone shows them. */
export interface InputProblems {
  readonly all: readonly Problem[];
  readonly late: readonly ValidationError[];
  /** A problem of relations as a whole: such a problem is reported once, after all problems that have a path. */
  readonly general: Problem | undefined;
}

/** How many problems there were at a time. */
interface Mark {
  readonly all: number;
  readonly late: number;
  readonly general: number;
}

/** Collects the problems of a body. One list serves the whole walk, because most bodies have no problem. */
export class Problems implements Report {
  readonly all: Problem[] = [];
  readonly #late: { readonly path: ValuePath; readonly error: ValidationError }[] = [];
  readonly #general: Problem[] = [];

  add(problem: Problem): void {
    this.all.push(problem);
  }

  addLate(path: ValuePath, error: ValidationError): void {
    this.#late.push({ path, error });
  }

  addGeneral(path: ValuePath, message: string): void {
    this.#general.push({ path, message });
  }

  mark(): Mark {
    return { all: this.all.length, late: this.#late.length, general: this.#general.length };
  }

  /** Brings the problems of one object since then from the order of the body to that of the definition, as in Strapi. */
  sortSince({ all, late, general }: Mark, names: readonly string[], depth: number): void {
    const backwards = <T extends { readonly path: ValuePath }>(found: T[]): T[] => {
      const place = new Map<unknown, number>(names.map((name, index) => [name, index]));
      return found.sort((a, b) => (place.get(b.path[depth]) ?? 0) - (place.get(a.path[depth]) ?? 0));
    };
    if (this.all.length > all + 1) {
      for (const problem of inOrder(names, backwards(this.all.splice(all)), depth)) this.all.push(problem);
    }
    if (this.#late.length > late + 1) this.#late.push(...backwards(this.#late.splice(late)).toReversed());
    if (this.#general.length > general + 1) this.#general.push(...backwards(this.#general.splice(general)));
  }

  /** `undefined` where the body can be written. */
  found(): InputProblems | undefined {
    const [general] = this.#general;
    if (this.all.length === 0 && this.#late.length === 0 && general === undefined) return undefined;
    return { all: this.all, late: this.#late.map(({ error }) => error), general: general && { ...general, path: [] } };
  }
}

export function inputError({ all, late, general }: InputProblems): ValidationError {
  const problems = general === undefined ? all : [...all, general];
  return problems.length === 0 && late[0] !== undefined ? late[0] : problemsError(problems);
}

/** In characters. A body may have a problem in every value, and the answer should not be larger than the body. */
const MAX_LISTED_LENGTH = 20_000;
/** The length of an entry without its texts, in characters. */
const ENTRY_LENGTH = 60;
/** In characters. A client knows which values it has sent, so an answer need not repeat long ones. */
const MAX_REPEATED_LENGTH = 2_000;

export function problemsError(problems: readonly Problem[]): ValidationError {
  const errors: object[] = [];
  let left = MAX_LISTED_LENGTH;
  for (const { path, message, ...rest } of problems) {
    const length = 'value' in rest ? lengthOf(rest.value, MAX_REPEATED_LENGTH) : 0;
    const isRepeated = 'value' in rest && length <= MAX_REPEATED_LENGTH;
    left -= message.length + path.join().length + ENTRY_LENGTH + (isRepeated ? length : 0);
    if (left < 0 && errors.length > 0) break;
    const value = isRepeated ? { value: rest.value } : {};
    errors.push({ path: path.map(String), message, name: 'ValidationError', ...value });
  }
  const [first, second] = problems;
  const isOne = first !== undefined && second === undefined;
  const message = isOne ? first.message : `${problems.length} errors occurred`;
  return new ValidationError(message, { errors });
}

/** About the length of a value in JSON. The count ends when it passes `most`. */
function lengthOf(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value.length + 2 : 5;
  let length = 2;
  for (const [key, item] of Object.entries(value)) {
    length += key.length + 3 + (length > most ? 0 : lengthOf(item, most - length));
    if (length > most) break;
  }
  return length;
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
export function label(path: ValuePath): string {
  if (path.length === 0) return 'this';
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}

export type ExpectedType = 'string' | 'number' | 'boolean' | 'array' | 'object';

/** A value of the wrong type; `original` is the sent value, where a cast came in between. */
export function typeProblem(path: ValuePath, type: ExpectedType, value: unknown, original: unknown = value): Problem {
  const cast =
    !Object.is(original, value) && original !== null ? ` (cast from the value \`${printed(original)}\`)` : '';
  const message = `${label(path)} must be a \`${type}\` type, but the final value was: \`${printed(value)}\`${cast}.`;
  return { path, message, value: Number.isNaN(value) ? null : value, wrongType: true };
}

export function missingProblem(path: ValuePath, ...value: readonly unknown[]): Problem {
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

/** In characters. A message names a value, and need not repeat the whole value. */
const MAX_PRINTED = 200;
/** This many values fill the printed length, whatever the values are: deeper values are indented beyond that length. */
const MAX_PRINTED_VALUES = 100;

/**
 * A value as yup prints it in messages: JSON in which every scalar is a string. A long value is cut before it is
 * printed.
 */
function printed(value: unknown): string {
  const text = simple(value) ?? JSON.stringify(quoted(value, { left: MAX_PRINTED_VALUES }), null, 2);
  return text.length > MAX_PRINTED ? `${text.slice(0, MAX_PRINTED)}…` : text;
}

function simple(value: unknown): string | undefined {
  if (typeof value === 'string') return `"${value}"`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return value === null || typeof value !== 'object' ? String(value) : undefined;
}

function quoted(value: unknown, values: { left: number }): unknown {
  const text = simple(value);
  if (text !== undefined) return text.slice(0, MAX_PRINTED + 1);
  if (Array.isArray(value)) return first(value, values).map((item) => quoted(item, values));
  const entries = first(Object.entries(value ?? {}), values);
  return Object.fromEntries(entries.map(([key, item]) => [key, quoted(item, values)]));
}

/** The items for which there is room. */
function first<T>(items: readonly T[], values: { left: number }): readonly T[] {
  const taken = items.slice(0, Math.max(0, values.left));
  values.left -= taken.length;
  return taken;
}
