import type { ContentDefinition } from '@content-gen/runtime';
import type {
  ExplainedRequest,
  Explanation,
  ObservedStatement,
  ReadAnswer,
  StatementObserver,
} from '@content-gen/runtime/explain';

import type { Config } from '../config/index.js';
import type { ContentModel } from '../model/model.js';

/** The project's own copy of `@content-gen/runtime/explain`. */
export interface RuntimeInspector {
  readonly explainRead: (definition: ContentDefinition, request: ExplainedRequest) => Explanation;
  readonly answerRead: (definition: ContentDefinition, request: ExplainedRequest) => Promise<ReadAnswer>;
  readonly measureStatement: (url: string, statement: NonNullable<Explanation['statement']>) => Promise<string>;
  readonly observeStatements: <T>(observe: StatementObserver, work: () => T) => T;
}

/** The project that is served now. */
export interface ServedProject {
  readonly config: Config;
  readonly model: ContentModel;
  readonly definition: ContentDefinition;
  readonly inspector: RuntimeInspector;
}

export type { ObservedStatement };
