import { comment, keyOf, type Literal, literal } from 'content-gen/tools';

import { isRead } from '../config/permissions.js';
import { type Preview, type Proposal, configOf } from '../config/proposal.js';

type Data = Readonly<Record<string, Literal>>;

interface ConfigSource {
  readonly proposal: Proposal;
  /** The types with drafts. */
  readonly drafts: readonly string[];
}

/** content-gen.config.ts */
export function configView({ proposal, drafts }: ConfigSource): object {
  // The proposal is plain data.
  const config: Data = JSON.parse(JSON.stringify(configOf(proposal)));
  const parts = Object.entries(config).map(([key, value]) => ({
    key: keyOf(key),
    value: key === 'permissions' ? permissions(proposal, drafts) : literal(value, 'lines'),
    permissions: key === 'permissions',
  }));
  const hasDrafts = parts.some(({ value }) => value.includes(COMMENTED));
  const { isFromPanel, previews } = proposal;
  return { parts, isFromPanel, hasDrafts, previews: previews.map(previewView) };
}

/** No action has a question mark. */
const MARK = 'findDraft?';
const COMMENTED = "// 'findDraft',";

/**
 * The permissions, with the right to read drafts as a comment: Strapi gave this right to everyone who may read a type.
 */
function permissions({ permissions: roles }: Proposal, drafts: readonly string[]): string {
  const marked = [...roles].map(([role, types]) => {
    const granted = [...types]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([type, actions]) => {
        const reads = drafts.includes(type) && [...actions].some(isRead);
        return [type, [...actions, ...(reads ? [MARK] : [])]] as const;
      });
    return [role, Object.fromEntries(granted)] as const;
  });
  return literal(Object.fromEntries(marked), 'lines').replaceAll(`, '${MARK}']`, `,\n${COMMENTED}\n]`);
}

function previewView({ token, actions }: Preview): object {
  // In double quotes, a shell would run `$(…)` of a name.
  const name = /^[\w-]+$/.test(token) ? token : `'${token.replaceAll("'", "'\\''")}'`;
  const flags = actions.map((action) => `--action ${action}`).join(' ');
  return { token: comment(token), command: comment(`npx content-gen token create ${name} --type custom ${flags}`) };
}
