import { authorize } from '../access/index.js';
import type { Scope } from '../content/content.js';
import type { AnyModel } from '../model/model.js';
import type { ReadPlan } from '../plan/plan.js';
import { looksAtDrafts } from '../plan/version.js';

/** Throws a 403 if a plan reads drafts, or compares with them, and the caller may not. */
export function authorizeStatus(scope: Scope, model: AnyModel, plan: ReadPlan): void {
  if (!model.draftAndPublish) return;
  if (plan.version.status === 'draft' || looksAtDrafts(plan.version)) authorize(scope, model, 'findDraft');
}
