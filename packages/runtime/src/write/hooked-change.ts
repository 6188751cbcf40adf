import { isDeepStrictEqual } from 'node:util';

import { meetsRowRules } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import { ForbiddenError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import { mayRepeat, withoutForeignValues } from './checks/repeatable.js';
import { hooksOf } from './hooks.js';
import { type Data, isObject } from './input/body.js';
import { inputError } from './input/input.js';
import { ALL_RIGHTS, readInput } from './input/read.js';
import { writeDocument } from './pipeline.js';

/** A change of one attribute in several versions of a document, which the pipeline does not write. */
export interface HookedChange {
  readonly model: AnyModel;
  readonly documentId: string;
  readonly locale: string;
  /** The change concerns a published version beside a draft. */
  readonly publishes: boolean;
  readonly name: string;
  readonly value: unknown;
  readonly write: () => Promise<unknown>;
}

/** Runs the hooks of an update around a change. Data that a hook adds is written to the draft. */
export async function changeWithHooks(scope: Scope, executor: Executor, change: HookedChange): Promise<void> {
  const { model, documentId, locale, name, value, write } = change;
  const hooks = hooksOf(scope, model, { locale, publish: change.publishes });
  const sent: Data = { [name]: value };
  const final = await hooks.before(executor, sent, documentId);
  if (isObject(final) && isDeepStrictEqual(final[name], value)) await write();
  if (!isDeepStrictEqual(final, sent)) {
    await writeFinal(scope, executor, change, final);
    if (!(await meetsRowRules(scope, executor, model, 'update', documentId))) throw new ForbiddenError();
  }
  await hooks.after(executor, final, documentId, false);
}

/** The data of a hook is the project's own, so it is written with all rights. */
async function writeFinal(
  scope: Scope,
  executor: Executor,
  { model, documentId, locale, name }: HookedChange,
  data: unknown,
): Promise<void> {
  const { content } = scope;
  const publish = !model.draftAndPublish;
  const { input, problems } = await readInput(scope, model, data, { creating: false, publish }, ALL_RIGHTS);
  const repeat = mayRepeat(scope, model, (each) => each === name);
  if (problems !== undefined) throw inputError({ ...problems, all: withoutForeignValues(problems.all, repeat) });
  const preferred = [content.settings.locales.default];
  await writeDocument(executor, { content, model, documentId, locale, preferred, publish, input, mayRepeat: repeat });
}
