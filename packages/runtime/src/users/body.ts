import type { ValidationError } from '../errors/index.js';
import { hasInvisible } from './username.js';
import { type Problem, inOrder, problemsError, typeProblem } from '../write/index.js';

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a body; a body that is no object has none. */
export function fieldsOf(body: unknown): Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};
}

/** Reads required text, so that later code deals with strings only. */
export function requireText<Name extends string>(
  fields: Fields,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  refuse(names, (name) => textProblem(fields, name, () => required(name, own(fields, name))));
  // `refuse` has thrown unless every name has a string.
  return Object.fromEntries(names.map((name) => [name, own(fields, name)])) as Record<Name, string>;
}

/**
 * Refuses fields that are missing or, for `texts`, are no text; `others` may have any value, but must not be missing.
 */
export function requireFields(fields: Fields, texts: readonly string[], others: readonly string[]): void {
  refuse([...texts, ...others], (name) => {
    if (texts.includes(name)) return textProblem(fields, name, () => required(name, own(fields, name)));
    return (own(fields, name) ?? undefined) === undefined ? required(name, undefined) : undefined;
  });
}

/** Checks text that may be left out, but must not be empty. */
export function checkText(fields: Fields, names: readonly string[]): void {
  refuse(names, (name) => {
    if (!Object.hasOwn(fields, name)) return undefined;
    const message = `${name} must be at least 1 characters`;
    return textProblem(fields, name, () => ({ path: [name], message, value: own(fields, name) }));
  });
}

/** Checks text that may be left out. */
export function optionalText(fields: Fields, names: readonly string[]): void {
  refuse(names, (name) => {
    const value = own(fields, name) ?? undefined;
    return value === undefined || typeof value === 'string' ? undefined : notText(name, value);
  });
}

function textProblem(fields: Fields, name: string, whenEmpty: () => Problem): Problem | undefined {
  const value = own(fields, name);
  if (value === undefined || value === '') return whenEmpty();
  if (typeof value !== 'string') return notText(name, value);
  if (name === 'email' && plainEmail(value) === undefined) return notEmail(value);
  if (name !== 'passwordConfirmation' || value === own(fields, 'password')) return undefined;
  return { path: [name], message: 'Passwords do not match' };
}

/** An address in the spelling that is stored. */
export function requireEmail(email: string): string {
  const plain = plainEmail(email);
  if (plain === undefined) throw problemsError([notEmail(email)]);
  return plain;
}

function plainEmail(email: string): string | undefined {
  const plain = email.trim().toLowerCase();
  const isAddress =
    plain.length <= 254 && !hasInvisible(plain) && /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/.test(plain);
  return isAddress ? plain : undefined;
}

function notEmail(value: string): Problem {
  return { path: ['email'], message: 'email must be a valid email', value };
}

/** Checks the length of a password. bcrypt ignores all bytes after the 72nd. */
export function requirePassword(password: string, minLength: number): string {
  const path = ['password'];
  if ([...password].length < minLength) {
    throw problemsError([{ path, message: `password must be at least ${minLength} characters` }]);
  }
  if (Buffer.byteLength(password) > 72) throw problemsError([{ path, message: 'Password must be less than 73 bytes' }]);
  return password;
}

/** Ignores inherited properties such as `constructor`. */
export function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

export function missing(name: string, value: unknown): ValidationError {
  return problemsError([required(name, value)]);
}

function required(name: string, value: unknown): Problem {
  const problem = { path: [name], message: `${name} is a required field` };
  return value === undefined ? problem : { ...problem, value };
}

/** Messages never repeat the values of these fields. */
const SECRET = ['password', 'passwordConfirmation', 'currentPassword'];

function notText(name: string, value: unknown): Problem {
  const problem = typeProblem([name], 'string', value);
  if (value === null || !SECRET.includes(name)) return problem;
  return { path: [name], message: `${name} must be a \`string\` type.` };
}

function refuse(names: readonly string[], check: (name: string) => Problem | undefined): void {
  const problems = names.toReversed().flatMap((name) => check(name) ?? []);
  if (problems.length > 0) throw problemsError(inOrder(names, problems));
}
