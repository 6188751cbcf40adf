import type { AnyModel } from '../model/index.js';

/** A validator of bodies has the type whose rules it checks. */
export interface Checked {
  readonly model: AnyModel;
}

/** What a write takes: the validator of its body, as generated routes pass it, or the type itself. */
export type Writable = AnyModel | Checked;

export function modelOf(writable: Writable): AnyModel {
  return 'model' in writable ? writable.model : writable;
}
