import { camelCase, type ContentModel } from 'content-gen/tools';

import { type Finding, notPorted } from '../finding.js';
import type { LifecyclePiece, TypePiece } from '../survey/pieces.js';
import type { Surveyor } from '../survey/surveyor.js';

export interface MovedHook extends LifecyclePiece {
  /** The name of the model in the generated code. */
  readonly symbol: string;
  /** The message in the answer of the stub. */
  readonly problem: string;
}

const HOOKS = ['beforeCreate', 'afterCreate', 'beforeUpdate', 'afterUpdate', 'beforeDelete', 'afterDelete'];

/** Lifecycles with a hook of the same name become stubs. All other lifecycles have no counterpart. */
export function translateLifecycles(surveyor: Surveyor, model: ContentModel | undefined): readonly MovedHook[] {
  const { lifecycles, types, findings } = surveyor;
  const moved: MovedHook[] = [];
  for (const piece of lifecycles) {
    const type = types.find(({ uid }) => uid === piece.uid);
    const { file, line, hook } = piece;
    const base = { outcome: 'hand', kind: 'lifecycle', file, line, name: `${piece.uid} ${hook}` } as const;
    if (type === undefined || !HOOKS.includes(hook)) {
      findings.push({ ...base, effect: 'optional', note: noteOf(hook) });
      continue;
    }
    const symbol = model?.contentTypes.find(({ uid }) => uid === piece.uid)?.symbols.value ?? camelCase(type.name);
    if (moved.some((other) => other.symbol === symbol && other.hook === hook)) continue;
    const problem = notPorted(`The lifecycle ${hook} of ${piece.uid}`);
    moved.push({ ...piece, symbol, problem });
    const publishing = publishingHook(piece, type, symbol);
    if (publishing !== undefined && !moved.some((other) => other.symbol === symbol && other.hook === publishing.hook))
      moved.push(publishing);
    const written: Finding = piece.isTransparent
      ? { ...base, effect: 'optional', note: 'it only logs, and its stub does nothing' }
      : {
          ...base,
          effect: 'closed',
          note: `${verbOf(hook)} of ${type.name} answers 501 until you port its stub${publishing ? ', and so does publishing' : ''}`,
          problems: [problem, ...(publishing === undefined ? [] : [publishing.problem])],
        };
    findings.push({ ...written, target: 'src/hooks.ts' });
  }
  return moved;
}

/**
 * Strapi publishes by creating and deleting a version, so its lifecycles of these writes ran for every write that
 * publishes, also for an update. Publishing is closed by a hook of its own, which a project may not need.
 */
function publishingHook(piece: LifecyclePiece, type: TypePiece, symbol: string): MovedHook | undefined {
  if (!type.hasDrafts || piece.isTransparent || !/^(before|after)(Create|Delete)$/.test(piece.hook)) return undefined;
  const problem = notPorted(`Publishing of ${piece.uid}`);
  const code = `Strapi ran ${piece.hook} for every write that publishes. Write here what publishing needs of it.`;
  return { ...piece, hook: 'beforePublish', code, symbol, problem };
}

/** `beforeCreate` → `create` */
function verbOf(hook: string): string {
  return hook.replace(/^(before|after)/, '').toLowerCase();
}

function noteOf(hook: string): string {
  if (hook.endsWith('Many') && !hook.includes('Find'))
    return 'the API writes one document at a time; use the hook without "Many"';
  return 'there are no hooks of reads; write a route of your own, or middleware';
}
