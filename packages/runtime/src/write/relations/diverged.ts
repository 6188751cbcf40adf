import type { OwnerRow } from './inverse-load.js';
import type { InverseWork } from './inverse.js';

/** A version that entered or left a list. */
export interface MemberMark {
  readonly id: string;
  /** Absent where the type of the version has no locales, or all locales share the relation. */
  readonly locale?: string;
}

/**
 * `cg_diverged` of a draft holds the names of relations whose lists differ from the published lists. For a list that
 * the other side stores, `cg_diverged` also holds the members that entered (`name+id`, `name+id@fr`) and left
 * (`name-id`), because publishing this document carries only these members.
 */
export function withRelation(diverged: readonly string[], name: string): string[] {
  return [...new Set([...diverged, name])];
}

export function withInverse(diverged: readonly string[], { relation, link, unlink }: InverseWork): string[] {
  if (link.length === 0 && unlink.length === 0) return [...diverged];
  const { name } = relation;
  const marks = new Set(withRelation(diverged, name));
  const note = ({ doc, locale }: OwnerRow, sign: string, opposite: string) => {
    const row = locale === '' || relation.shared ? doc : `${doc}@${locale}`;
    marks.delete(`${name}${opposite}${row}`);
    marks.add(`${name}${sign}${row}`);
  };
  for (const { row } of link) if (!row.linked && row.status === 'draft') note(row, '+', '-');
  for (const row of unlink) if (row.status === 'draft') note(row, '-', '+');
  return [...marks];
}

export function enteredAndLeft(
  diverged: readonly string[],
  name: string,
): { readonly entered: readonly MemberMark[]; readonly left: readonly MemberMark[] } {
  const after = (sign: string) =>
    diverged.flatMap((mark) => (mark.startsWith(name + sign) ? [markOf(mark.slice(name.length + 1))] : []));
  return { entered: after('+'), left: after('-') };
}

function markOf(row: string): MemberMark {
  const [id = row, locale] = row.split('@');
  return locale === undefined ? { id } : { id, locale };
}
