import { hasUnstorable } from '../../../model/index.js';
import { label, typeProblem } from '../problems.js';
import type { At, ValueKind } from './kind.js';

/** The limit of strings and uids without `maxLength`; longer values need a text attribute. */
const DEFAULT_MAX_LENGTH = 255;

const UID = /^[A-Za-z0-9-_.~]*$/;

const EMAIL = emailPatterns();

export const stringKind: ValueKind = { type: 'string', cast: limited, check };
export const textKind: ValueKind = { type: 'string', cast, check };
export const passwordKind: ValueKind = { type: 'string', cast, check };

export const uidKind: ValueKind = {
  type: 'string',
  cast: limited,
  check(value, at) {
    check(value, at);
    if (!UID.test(String(value))) mismatch(UID, value, at);
  },
};

export const emailKind: ValueKind = {
  type: 'string',
  cast: limited,
  check(value, at) {
    if (value === '') return add(at, 'cannot be empty', value);
    if (!isEmail(String(value))) return add(at, 'must be a valid email', value);
    check(value, at);
  },
};

export const enumerationKind: ValueKind = {
  type: 'string',
  cast(sent, at) {
    const value = typeof sent === 'number' || typeof sent === 'boolean' ? String(sent) : sent;
    if (typeof value !== 'string') at.report.add(typeProblem(at.path, 'string', value));
    const values = at.attribute.values ?? [];
    if (typeof value === 'string' && values.includes(value)) return value;
    // yup also allows null, prints null as nothing, and so ends the list with a comma.
    add(at, `must be one of the following values: ${values.map((one) => `${one}, `).join('')}`, value);
    return undefined;
  },
};

/**
 * Before the last `@`: words with dots between them, or quoted text. After the last `@`: a domain with a dot between
 * letters, which ends in a letter. One expression for the whole address would try every dot with every other dot.
 */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  return at > 0 && EMAIL.local.test(text.slice(0, at)) && EMAIL.domain.test(domain) && EMAIL.dot.test(domain);
}

function emailPatterns() {
  const letter = 'a-zA-Z\\u00a0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef';
  const word = `[${letter}\\d!#$%&'*+\\-/=?^_\`{|}~]+`;
  return {
    local: new RegExp(`^(?:${word}(?:\\.${word})*|"(?:[^"\\\\\\r\\n]|\\\\[^\\r\\n])*")$`, 'u'),
    domain: new RegExp(`^[${letter}\\d][${letter}\\d\\-._~]*[${letter}]$`, 'u'),
    dot: new RegExp(`[${letter}\\d]\\.[${letter}]`, 'u'),
  };
}

function cast(value: unknown, at: At): string | undefined {
  return length(value, at, at.attribute.maxLength);
}

function limited(value: unknown, at: At): string | undefined {
  return length(value, at, at.attribute.maxLength ?? DEFAULT_MAX_LENGTH);
}

function length(value: unknown, at: At, maxLength: number | undefined): string | undefined {
  if (typeof value !== 'string') {
    at.report.add(secret(typeProblem(at.path, 'string', value), at));
    return undefined;
  }
  if (hasUnstorable(value)) return void add(at, 'contains characters that cannot be stored', value);
  if (maxLength !== undefined && value.length > maxLength) {
    return void add(at, `must be at most ${maxLength} characters`, value);
  }
  return value;
}

function check(value: unknown, at: At): void {
  if (typeof value !== 'string') return;
  const { minLength, regex, required } = at.attribute;
  if (minLength !== undefined && value.length < minLength) add(at, `must be at least ${minLength} characters`, value);
  if (regex === undefined || (value === '' && required !== true)) return;
  const pattern = new RegExp(regex);
  if (!pattern.test(value)) mismatch(pattern, value, at);
}

function mismatch(pattern: RegExp, value: unknown, at: At): void {
  add(at, `must match the following: "${String(pattern)}"`, value);
}

function add(at: At, message: string, value: unknown): void {
  at.report.add(secret({ path: at.path, message: `${label(at.path)} ${message}`, value }, at));
}

/** Messages never repeat a password, not even a wrong one. */
function secret<Problem extends { path: At['path']; message: string; value?: unknown }>(problem: Problem, at: At) {
  if (at.attribute.type.name !== 'password') return problem;
  const { path } = problem;
  const message = problem.message.replace(/, but the final value was: .*$/s, '.');
  return { path, message };
}
