import { type ContentModel, isAlwaysRegistered, registrationProblem } from 'content-gen/tools';

import type { Surveyor } from '../survey/surveyor.js';
import type { Proposal } from './proposal.js';

/**
 * Leaves out of the config the fields of a registration that `check` refuses. Strapi accepts names that no attribute
 * has, and names that every registration sets.
 */
export function dropUnknownFields({ findings }: Surveyor, { users }: Proposal, model: ContentModel): void {
  const fields = users.registration?.fields ?? [];
  const problems = new Map(fields.map((field) => [field, registrationProblem(model, field)]));
  const kept = fields.filter((field) => problems.get(field) === undefined);
  if (kept.length === 0) delete users.registration;
  else users.registration = { fields: kept };
  const { file, line } = findings.find(({ name }) => name === 'register.allowedFields') ?? { file: 'config', line: 1 };
  for (const [field, problem] of problems) {
    if (problem === undefined || isAlwaysRegistered(field)) continue;
    const note = `${problem}; add it to the schema of the user, and to users.registration.fields in the config`;
    findings.push({ outcome: 'hand', kind: 'setting', file, line, name: `register.allowedFields: ${field}`, note });
  }
}
