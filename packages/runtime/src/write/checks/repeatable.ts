import { type Action, allows, may, rowCondition } from '../../access/index.js';
import type { Scope } from '../../content/index.js';
import { type AnyComponent, type AnyModel, type Attribute, componentsIn } from '../../model/index.js';
import type { ValuePath, Problem } from '../input/problems.js';

/** Whether an error may repeat the value at a path. */
export type MayRepeat = (path: ValuePath) => boolean;

/**
 * Decides which values an error may repeat: only values of attributes that the caller may read, and of these values
 * only what the request itself sent. Strapi also repeats stored values, so a caller who may read every version gets
 * stored values, too. To any other caller, an error would show values that a request to read them hides.
 */
export function mayRepeat(
  scope: Scope,
  model: AnyModel,
  isSent: (attribute: string) => boolean = () => false,
): MayRepeat {
  return (path) => {
    const [name] = path;
    if (typeof name !== 'string') return true;
    if (!allows(scope, model, name, 'read') || !isReadable([model], path)) return false;
    return isSent(name) || mayReadAll(scope, model);
  };
}

/** What an error may repeat to somebody with all rights: private values to nobody. */
export function mayRepeatToAll(model: AnyModel): MayRepeat {
  return (path) => isReadable([model], path);
}

/** Whether the caller may read every version of every document, without a row rule. */
function mayReadAll(scope: Scope, model: AnyModel): boolean {
  const actions: Action[] = model.draftAndPublish ? ['find', 'findDraft'] : ['find'];
  return actions.every((action) => may(scope, model, action)) && rowCondition(scope, model, ...actions) === undefined;
}

/** Leaves out the values that an error must not repeat, also where a message prints such a value. */
export function withoutForeignValues(problems: readonly Problem[], isAllowed: MayRepeat): Problem[] {
  return problems.map((problem) => {
    if ((isEmpty(problem.value) && !CAST.test(problem.message)) || isAllowed(problem.path)) return problem;
    const { value: _value, ...rest } = problem;
    return { ...rest, message: problem.message.replace(PRINTED, '.') };
  });
}

/** The part of yup's message that prints the value. */
const PRINTED = /, but the final value was: .*$/s;

/** The part that prints the text of a number or a date which could not be read, and so has no value. */
const CAST = / \(cast from the value /;

/** "There is no value" is what the message says anyway. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** No attribute on the path is private. In a dynamic zone, the path may be in any of its components. */
function isReadable(holders: readonly (AnyModel | AnyComponent)[], path: ValuePath): boolean {
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
