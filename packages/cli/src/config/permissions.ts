import type { Config } from '../config.js';
import { type Diagnostic, suggest } from '../diagnostics.js';
import type { ContentModel } from '../model/model.js';
import { type Path, locate } from './locate.js';
import type { ConfigReport } from './shape.js';

const actions = ['find', 'findOne', 'create', 'update', 'delete', 'findDraft', 'publish'];

/** What is served beside the content types; their actions are checked where they are defined. */
const plugins = ['user', 'role', 'auth', 'upload', 'locale'];

/** Checks that permissions and tokens name content types and actions that exist: a slip must not close or open a door. */
export function checkPermissions(config: Config, model: ContentModel): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const { source } = config;
  if (!source) return diagnostics;
  const report: ConfigReport = (code, path, message, hint) =>
    diagnostics.push({ code, span: locate(source, path), message, ...(hint === undefined ? {} : { hint }) });
  const names = [...model.contentTypes.map(({ name }) => name), ...plugins];

  const checkType = (name: string, path: Path): boolean => {
    if (names.includes(name)) return true;
    const meant = model.contentTypes.find(({ uid, plural }) => uid === name || plural === name)?.name;
    const hint = meant === undefined ? suggest(name, names) : `did you mean "${meant}"?`;
    report('CG107', path, `content type "${name}" does not exist`, hint);
    return false;
  };
  const checkAction = (name: string, action: string, path: Path): void => {
    if (plugins.includes(name) || actions.includes(action)) return;
    const hint = suggest(action, actions) ?? `the actions are ${actions.join(', ')}`;
    report('CG108', path, `"${action}" is not an action of ${name}`, hint);
  };

  for (const [role, types] of Object.entries(config.settings.permissions)) {
    if (types === '*') continue;
    for (const [name, granted] of Object.entries(types)) {
      const path = ['permissions', role, name];
      if (!checkType(name, path) || granted === '*') continue;
      for (const action of granted) checkAction(name, action, [...path, { item: action }]);
    }
  }
  for (const token of config.settings.tokens) {
    for (const granted of token.actions ?? []) {
      const [name = '', action = ''] = granted.split('.');
      const path = ['tokens', { item: token.name }, { item: granted }];
      if (checkType(name, path)) checkAction(name, action, path);
    }
  }
  return diagnostics;
}
