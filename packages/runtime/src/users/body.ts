import type { ValidationError } from '../errors/index.js';
import { type Problem, inOrder, problemsError, typeProblem } from '../write/input/problems.js';

export type Fields = Readonly<Record<string, unknown>>;

/** A body as an object; anything else has no fields. */
export function fieldsOf(body: unknown): Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Fields) : {};
}

/** Text that has to be there. What is text by definition is never anything else by the time it is used. */
export function requireText<Name extends string>(
  fields: Fields,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  refuse(names, (name) => textProblem(fields, name, () => required(name, own(fields, name))));
  return Object.fromEntries(names.map((name) => [name, own(fields, name)])) as Record<Name, string>;
}

/** As `requireText`, beside things that only have to be there. */
export function requireFields(fields: Fields, texts: readonly string[], others: readonly string[]): void {
  refuse([...texts, ...others], (name) => {
    if (texts.includes(name)) return textProblem(fields, name, () => required(name, own(fields, name)));
    return (own(fields, name) ?? undefined) === undefined ? required(name, undefined) : undefined;
  });
}

/** Text that may be left out, but is not empty. */
export function checkText(fields: Fields, names: readonly string[]): void {
  refuse(names, (name) => {
    if (!Object.hasOwn(fields, name)) return undefined;
    const message = `${name} must be at least 1 characters`;
    return textProblem(fields, name, () => ({ path: [name], message, value: own(fields, name) }));
  });
}

/** Text that may be left out. */
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

/** An address, in the one spelling that is kept. */
export function requireEmail(email: string): string {
  const plain = plainEmail(email);
  if (plain === undefined) throw problemsError([notEmail(email)]);
  return plain;
}

function plainEmail(email: string): string | undefined {
  const plain = email.trim().toLowerCase();
  const isAddress = plain.length <= 254 && /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/.test(plain);
  return isAddress ? plain : undefined;
}

function notEmail(value: string): Problem {
  return { path: ['email'], message: 'email must be a valid email', value };
}

/** Long enough to be of use, and no longer than every hash of it can tell apart. */
export function requirePassword(password: string, minLength: number): string {
  const path = ['password'];
  if ([...password].length < minLength) {
    throw problemsError([{ path, message: `password must be at least ${minLength} characters` }]);
  }
  if (Buffer.byteLength(password) > 72) throw problemsError([{ path, message: 'Password must be less than 73 bytes' }]);
  return password;
}

/** Names that mean something to every object are not looked up on it. */
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

/** Never repeated in messages. */
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
