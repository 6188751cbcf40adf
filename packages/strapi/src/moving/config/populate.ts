import { checkPopulateSetting, type ContentModel } from 'content-gen/tools';

import type { Surveyor } from '../survey/surveyor.js';
import type { Proposal } from './proposal.js';

/**
 * Leaves a default populate out of the config that names attributes without a counterpart, because `check` refuses such
 * a populate. Strapi drops such names from what code writes into a query.
 */
export function dropUnknownPopulate({ types, findings }: Surveyor, { api }: Proposal, model: ContentModel): void {
  for (const [name, populate] of Object.entries(api.populate ?? {})) {
    const problems: string[] = [];
    const type = model.contentTypes.find((each) => each.name === name);
    if (type === undefined) continue;
    checkPopulateSetting(populate, type, [], model, (_code, _path, message) => void problems.push(message));
    const [problem] = problems;
    if (problem === undefined) continue;
    const rest = Object.entries(api.populate ?? {}).filter(([key]) => key !== name);
    if (rest.length === 0) delete api.populate;
    else api.populate = Object.fromEntries(rest);
    const file = types.find((each) => each.name === name)?.file ?? 'src';
    const note = `${problem}; write api.populate of ${name} in the config by hand`;
    findings.push({ outcome: 'hand', kind: 'setting', file, line: 1, name: `default populate of ${name}`, note });
  }
}
