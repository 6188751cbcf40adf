import { ValidationError } from '../errors.js';

export type Fields = Readonly<Record<string, unknown>>;

interface Problem {
  readonly path: readonly string[];
  readonly message: string;
  readonly name: 'ValidationError';
  readonly value?: unknown;
}

/** A body as an object; anything else has no fields. */
export function fieldsOf(body: unknown): Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Fields) : {};
}

/** Text that has to be there. What is text by definition is never anything else by the time it is used. */
export function requireText<Name extends string>(
  fields: Fields,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  refuse(
    names.flatMap((name) => {
      const value = own(fields, name);
      if (value === undefined || value === null || value === '') return [problem(name, `${name} is a required field`)];
      return typeof value === 'string' ? [] : [notText(name)];
    }),
  );
  return Object.fromEntries(names.map((name) => [name, own(fields, name)])) as Record<Name, string>;
}

/** Text that may be left out. */
export function optionalText(fields: Fields, names: readonly string[]): void {
  refuse(
    names.flatMap((name) => {
      const value = own(fields, name);
      return value === undefined || value === null || typeof value === 'string' ? [] : [notText(name)];
    }),
  );
}

/** An address, in the one spelling that is kept. */
export function requireEmail(email: string): string {
  const plain = email.trim().toLowerCase();
  if (plain.length <= 254 && /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/.test(plain)) return plain;
  throw refusal([{ ...problem('email', 'email must be a valid email'), value: email }]);
}

/** Long enough to be of use, and no longer than every hash of it can tell apart. */
export function requirePassword(password: string, minLength: number): string {
  if ([...password].length < minLength)
    throw refusal([problem('password', `password must be at least ${minLength} characters`)]);
  if (Buffer.byteLength(password) > 72) throw refusal([problem('password', 'Password must be less than 73 bytes')]);
  return password;
}

/** Names that mean something to every object are not looked up on it. */
export function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

export function missing(name: string): ValidationError {
  return refusal([problem(name, `${name} is a required field`)]);
}

/** Values are not repeated in messages: some of them are passwords. */
function problem(name: string, message: string): Problem {
  return { path: [name], message, name: 'ValidationError' };
}

function notText(name: string): Problem {
  return problem(name, `${name} must be a \`string\` type`);
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw refusal(problems);
}

function refusal(errors: readonly Problem[]): ValidationError {
  const message = errors.length === 1 ? errors[0]!.message : `${errors.length} errors occurred`;
  return new ValidationError(message, { errors });
}
