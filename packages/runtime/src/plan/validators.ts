import type { AnyModel } from '../model.js';
import type { FilterValidator, PopulateValidator } from '../query/query.js';

export function filterValidator<Filters>(model: AnyModel): FilterValidator<Filters> {
  return Object.assign((filters: Filters) => filters, { model });
}

export function populateValidator<Keys>(model: AnyModel): PopulateValidator<Keys> {
  return Object.assign((populate: Keys) => populate, { model });
}
