import type { Config } from '../../config/index.js';
import type { ContentModel } from '../../model/model.js';

/** A project at one time: what its files define. */
export interface ProjectState {
  readonly config: Config;
  readonly model: ContentModel;
}
