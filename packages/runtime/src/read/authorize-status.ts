import { authorize } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { AnyModel } from '../model/index.js';
import { type ReadPlan, looksAtDrafts } from '../plan/index.js';

/** Throws a 403 if a plan reads drafts, or compares with them, and the caller may not. */
export function authorizeStatus(scope: Scope, model: AnyModel, plan: ReadPlan): void {
  if (!model.draftAndPublish) return;
  if (plan.version.status === 'draft' || looksAtDrafts(plan.version)) authorize(scope, model, 'findDraft');
}
