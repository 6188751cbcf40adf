import type { Scope } from '../content/index.js';
import { ValidationError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import type { Parameters } from '../query/index.js';
import type { Status } from './targets/target.js';

/** The version that a request writes. */
export interface RequestedVersion {
  readonly locale: string;
  /** Locales in which a version of another document is looked for, where this locale has none. */
  readonly preferred: readonly string[];
  readonly publish: boolean;
  /** The status of the version that the answer shows. */
  readonly status: Status;
}

/** `locale` and `status` of a request, against the locales of the project. */
export function requestedVersion(
  scope: Scope,
  model: AnyModel,
  parameters: Pick<Parameters, 'locale' | 'localeList' | 'status'>,
): RequestedVersion {
  const { default: fallback, all } = scope.content.settings.locales;
  const [code = fallback, ...others] = parameters.locale;
  const publish = !model.draftAndPublish || parameters.status === 'published';
  const status = publish ? 'published' : 'draft';
  const preferred = [...new Set([...parameters.locale.filter((one) => one !== '*'), fallback])];
  if (!model.localized) return { locale: '', preferred, publish, status };
  if (code === '*' || others.length > 0 || parameters.localeList) {
    throw new ValidationError(
      `Invalid locale param ${parameters.locale.join(',')} provided. Document locales must be strings.`,
    );
  }
  if (!all.includes(code)) throw new ValidationError(`Invalid locale param ${code} provided. There is no such locale.`);
  return { locale: code, preferred, publish, status };
}
