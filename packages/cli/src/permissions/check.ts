import type { Config } from '../config/index.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { suggest } from '../diagnostics/suggestion.js';
import type { ContentModel } from '../model/model.js';
import { userUid } from '../model/names/names.js';
import { actionsOf, pluginActions, publishingActionOf } from './actions.js';
import { checkLimits } from './limits.js';
import { checkRegistration } from './registration.js';
import { type Path, locate } from '../config/source-position.js';
import { checkPopulateSetting } from './default-populate.js';
import { checkConditions } from './rule-conditions.js';
import { checkRule } from './rule-names.js';
import type { ConfigReport } from '../config/shape.js';

/** Checks the names in permissions and tokens, because a misspelled name would silently allow or deny nothing. */
export function checkPermissions(config: Config, model: ContentModel): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const { source } = config;
  if (!source) return diagnostics;
  const report: ConfigReport = (code, path, message, hint) =>
    diagnostics.push({ code, span: locate(source, path), message, ...(hint === undefined ? {} : { hint }) });

  for (const [role, types] of Object.entries(config.settings.permissions)) {
    if (types === '*') continue;
    for (const [name, granted] of Object.entries(types)) {
      const path = ['permissions', role, name];
      if (!checkType(name, path, model, report)) continue;
      checkBoth(name, path, model, report);
      if (granted === '*') continue;
      if ('actions' in granted) {
        checkRule(granted, name, path, model, report);
        checkLimits(granted, { role, name, path }, model, report);
        checkConditions(granted, path, report);
      }
      checkActions(name, 'actions' in granted ? granted.actions : granted, path, model, report);
      const limited = 'actions' in granted ? Object.keys(granted.whereTo ?? {}) : [];
      for (const action of limited) checkAction(name, action, [...path, 'whereTo', action], model, report);
    }
  }
  checkRegistration(config.settings, model, report);
  for (const [name, populate] of Object.entries(config.settings.api.populate ?? {})) {
    const path = ['api', 'populate', name];
    const type = model.contentTypes.find((each) => each.name === name);
    if (type) checkPopulateSetting(populate, type, path, model, report);
    else report('CG113', path, `content type "${name}" does not exist`, suggest(name, namesOf(model)));
  }
  for (const name of config.settings.events?.types ?? []) {
    if (namesOf(model).includes(name)) continue;
    const path = ['events', 'types', { item: name }];
    report('CG107', path, `content type "${name}" does not exist`, suggest(name, namesOf(model)));
  }
  for (const token of config.settings.tokens) {
    for (const granted of token.actions ?? []) {
      const [name = '', action = ''] = granted.split('.');
      const path = ['tokens', { item: token.name }, { item: granted }];
      if (checkType(name, path, model, report)) checkAction(name, action, path, model, report);
    }
  }
  return diagnostics;
}

function namesOf({ contentTypes }: ContentModel): readonly string[] {
  return contentTypes.map((type) => type.name);
}

function checkType(name: string, path: Path, model: ContentModel, report: ConfigReport): boolean {
  const names = [...namesOf(model), ...Object.keys(pluginActions)];
  if (names.includes(name)) return true;
  const meant = model.contentTypes.find(({ uid, plural }) => uid === name || plural === name)?.name;
  const hint = meant === undefined ? suggest(name, names) : `did you mean "${meant}"?`;
  report('CG107', path, `content type "${name}" does not exist`, hint);
  return false;
}

/** Parts of the API that only a project with users has. */
const ofUsers = ['role', 'auth'];

/** Some parts of the API have permissions with a name of their own, which a content type may have as well. */
function checkBoth(name: string, path: Path, { contentTypes }: ContentModel, report: ConfigReport): void {
  const type = contentTypes.find((each) => each.name === name);
  if (type === undefined || type.uid === userUid || !Object.hasOwn(pluginActions, name)) return;
  const hasUsers = contentTypes.some(({ uid }) => uid === userUid);
  if (!hasUsers && ofUsers.includes(name)) return;
  const message = `"${name}" is a content type and also a part of the API, and this grants both`;
  report('CG511', path, message, 'rename the content type if a role should reach only one of them');
}

function checkActions(
  name: string,
  granted: '*' | readonly string[],
  path: Path,
  model: ContentModel,
  report: ConfigReport,
): void {
  if (granted === '*') return;
  for (const action of granted) checkAction(name, action, [...path, { item: action }], model, report);
}

function checkAction(name: string, action: string, path: Path, model: ContentModel, report: ConfigReport): void {
  const type = model.contentTypes.find((each) => each.name === name);
  const publishing = publishingActionOf(action);
  if (publishing !== undefined && type?.draftAndPublish === false) {
    const hint = `grant ${publishing}, or set draftAndPublish: true in the definition of ${name}`;
    report('CG108', path, `"${action}" of ${name} can never be used, because ${name} has no drafts`, hint);
    return;
  }
  const actions = actionsOf(name, model);
  if (!actions.includes(action)) {
    const hint = suggest(action, actions) ?? `the actions are ${actions.join(', ')}`;
    report('CG108', path, `"${action}" is not an action of ${name}`, hint);
    return;
  }
  // Other rights to drafts of a type without drafts are harmless, and right again as soon as the type gets drafts.
  const isOfLists = ['findOne', 'create', 'createDraft', 'bulk'].includes(action);
  if (type?.kind !== 'singleType' || !isOfLists) return;
  report('CG108', path, `"${action}" of ${name} can never be used`, 'a single type has find, update and delete');
}
