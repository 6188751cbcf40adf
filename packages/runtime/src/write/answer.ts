import type { Status } from '../shape/index.js';
import { type WriteRight, isDraftRight } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import { DraftsOnlyError, ValidationError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import type { Parameters } from '../query/index.js';
import {
  type Answer,
  type FittingRow,
  type Query,
  answerOf,
  cachedPlan,
  documentText,
  planQuery,
  readBounded,
  selectWritten,
} from '../read/index.js';
import { type DocumentRow, forDocument } from '../sql/index.js';
import type { ShownRow } from './versions/rows.js';

/** The answer of a write. The query of the answer is checked before anything is written. */
export interface PlannedAnswer {
  readonly version: RequestedVersion;
  /** What the write itself can read of the answer. */
  readonly shown: ShownRow | undefined;
  /** Reads the document in the transaction of the write, `fields` and `populate` of the query applied. */
  show(executor: Executor, written: WrittenDocument): Promise<Answer>;
  /** Reads the document as JSON, for an answer with several documents. */
  read(executor: Executor, written: WrittenDocument): Promise<string>;
}

export interface WrittenDocument {
  readonly documentId: string;
  /** The answer, if the write has read it and nothing was written since. */
  readonly row?: DocumentRow;
}

interface AnswerOptions {
  /**
   * The answer shows this status, whatever the query asks for, so the answer is planned with the rights for this
   * status.
   */
  readonly status?: Status;
  /** The request creates the document: some profiles then leave out the row id of the document. */
  readonly created?: boolean;
  /** With the right to write drafts alone, a write without `status` writes the draft. */
  readonly right?: WriteRight;
}

export function planAnswer(
  scope: Scope,
  model: AnyModel,
  query: Query,
  { status, created = false, right = 'update' }: AnswerOptions = {},
): PlannedAnswer {
  const draftsOnly = isDraftRight(right);
  const asked = draftsOnly ? 'as draft' : 'as asked';
  const operation = `answer ${status ?? asked} ${created ? 'created' : 'changed'}` as const;
  const { version, shown, plan, statement } = cachedPlan(scope, model, operation, query, () => {
    const planned = planQuery(scope, model, draftsOnly ? 'updateDraft' : 'update', query, status);
    const version = requestedVersion(scope, model, planned.parameters);
    if (draftsOnly && version.publish) throw new DraftsOnlyError(model.name);
    const shows = { locale: version.locale, status: status ?? version.status };
    const { fromRow, ...written } = selectWritten(scope, query, planned.plan, shows, created);
    return { version, shown: fromRow && { status: shows.status, document: fromRow }, ...written };
  });
  const rowOf = async (executor: Executor, { documentId, row }: WrittenDocument): Promise<FittingRow> =>
    row?.budget === 'fits'
      ? row
      : // The cached statement may be of another document.
        readBounded(scope, executor, plan.model, forDocument(statement, documentId));
  return {
    version,
    shown,
    show: async (executor, written) => answerOf(scope, plan, await rowOf(executor, written)),
    read: async (executor, written) => documentText(scope, plan, (await rowOf(executor, written)).data),
  };
}

/** The version that a request writes. */
export interface RequestedVersion {
  readonly locale: string;
  /**
   * Locales in which a version of another document is looked for, where that document has no version in this locale.
   */
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
