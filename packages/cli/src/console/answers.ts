/** The answers of the console, for the pages of the studio that show them. */
export type {
  DescribedAttribute,
  DescribedComponent,
  DescribedModel,
  DescribedType,
  Place,
} from './described-model.js';
export type { Pending } from './pending.js';
export type { QueryOutcome } from './query.js';
export type { LoggedRequest } from './request-log.js';
export type { MatrixReach, RightsMatrix } from './rights-matrix.js';
