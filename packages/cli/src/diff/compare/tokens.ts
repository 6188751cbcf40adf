import type { Settings } from '@content-gen/runtime';

import type { Change } from '../change.js';
import { tokenAdded } from '../changes/roles/token-added.js';
import { tokenRemoved } from '../changes/roles/token-removed.js';
import { tokenRightsChanged } from '../changes/roles/token-rights-changed.js';
import { type Pair, compareNamed, wordsWithout } from '../lists.js';
import { isSameValue } from './values.js';

type Token = Settings['tokens'][number];

/** Finds the changes of the tokens in the config. Tokens in the database are no part of a project's files. */
export function compareTokens({ before, now }: Pair<readonly Token[]>): readonly Change[] {
  const { added, removed, kept } = compareNamed(before, now);
  return [
    ...removed.map(({ name }) => tokenRemoved(name, false)),
    ...added.map((token) => tokenAdded(token.name, rightsOf(token))),
    ...kept.flatMap(compareToken),
  ];
}

function compareToken({ before, now }: Pair<Token>): readonly Change[] {
  const rights = { before: rightsOf(before), now: rightsOf(now) };
  return [
    ...(before.sha256 === now.sha256 ? [] : [tokenRemoved(now.name, true)]),
    ...(rights.before === rights.now ? [] : [tokenRightsChanged(now.name, rights, hasLess({ before, now }))]),
  ];
}

/** `read-only, until 2030-01-31` */
function rightsOf({ type, actions, expiresAt }: Token): string {
  const rights = actions === undefined ? type : `${type} (${actions.join(', ')})`;
  return expiresAt === undefined ? rights : `${rights}, until ${expiresAt}`;
}

const ranks: readonly Token['type'][] = ['custom', 'read-only', 'full-access'];

function hasLess({ before, now }: Pair<Token>): boolean {
  if (endOf(now) < endOf(before)) return true;
  if (before.type === 'custom' && now.type === 'custom' && !isSameValue(before.actions, now.actions)) {
    return wordsWithout(before.actions ?? [], now.actions ?? []).length > 0;
  }
  return ranks.indexOf(now.type) < ranks.indexOf(before.type) || (before.type === 'custom' && now.type === 'read-only');
}

function endOf({ expiresAt }: Token): number {
  return expiresAt === undefined ? Infinity : Date.parse(expiresAt);
}
