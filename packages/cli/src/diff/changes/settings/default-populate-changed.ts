import type { Change } from '../../change.js';
import { ofSetting } from '../../subjects.js';

/** What requests get that name no `populate`. */
export function defaultPopulateChanged(type: string, isGone: boolean): Change {
  return {
    code: 'default-populate-changed',
    severity: 'breaking',
    ...ofSetting(['api', 'populate', type], isGone),
    use: { owner: type, verbs: ['find', 'findOne'] },
    message: `requests of ${type} that name no populate get other relations, files and entries`,
    advice: 'clients that rely on the old answer must name populate',
  };
}
