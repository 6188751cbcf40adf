import { type Attribute, componentsIn } from '../../model/attributes/attribute.js';
import type { AnyComponent, AnyModel } from '../../model/model.js';
import type { Path, Problem } from '../input/problems.js';

/** Whether an error may repeat the value at a path. */
export type MayRepeat = (path: Path) => boolean;

/** For a write that sends no values: an error would repeat stored ones. */
export const REPEAT_NOTHING: MayRepeat = () => false;

/**
 * Decides which values an error may repeat: those that the request itself sent, of attributes that the caller may read.
 * Any other value is stored, or was written by a hook, so that the error would show it to a caller who cannot read it.
 */
export function mayRepeat(
  model: AnyModel,
  isSent: (attribute: string) => boolean,
  mayRead: (attribute: string) => boolean,
): MayRepeat {
  return ([name, ...below]) => {
    if (typeof name !== 'string') return true;
    return isSent(name) && mayRead(name) && isReadable([model], [name, ...below]);
  };
}

/** Leaves out the values that an error must not repeat, also where a message prints them. */
export function withoutForeignValues(problems: readonly Problem[], may: MayRepeat): Problem[] {
  return problems.map((problem) => {
    if (isEmpty(problem.value) || may(problem.path)) return problem;
    const { value: _value, ...rest } = problem;
    return { ...rest, message: problem.message.replace(PRINTED, '.') };
  });
}

/** The part of yup's message that prints the value. */
const PRINTED = /, but the final value was: .*$/s;

/** "There is no value" is what the message says anyway. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** No attribute on the path is private. In a dynamic zone, the path may be in any of its components. */
function isReadable(holders: readonly (AnyModel | AnyComponent)[], path: Path): boolean {
  const [name, ...below] = path;
  if (name === undefined) return true;
  if (typeof name === 'number') return isReadable(holders, below);
  const attributes = holders.flatMap((holder) => holder.attributes[name] ?? []);
  if (attributes.some(isSecret)) return false;
  const components = attributes.flatMap(componentsIn);
  return components.length === 0 || isReadable(components, below);
}

function isSecret(attribute: Attribute): boolean {
  const isPassword = attribute.kind === 'scalar' && attribute.type.name === 'password';
  return attribute.private === true || attribute.visible === false || isPassword;
}
