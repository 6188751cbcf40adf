import type { InverseWork } from './inverse.js';

/**
 * What `cg_diverged` of a draft remembers until it is published: names of relations whose lists differ from the published
 * ones. For a list that the other side stores also who came (`name+id`) and who went (`name-id`), because only these
 * are this document's to publish.
 */
export function withRelation(diverged: readonly string[], name: string): string[] {
  return [...new Set([...diverged, name])];
}

export function withInverse(diverged: readonly string[], { relation, link, added, removed }: InverseWork): string[] {
  if (link.length === 0 && removed.length === 0) return [...diverged];
  const { name } = relation;
  const marks = new Set(withRelation(diverged, name));
  const note = (id: string, sign: string, opposite: string) => {
    marks.delete(`${name}${opposite}${id}`);
    marks.add(`${name}${sign}${id}`);
  };
  for (const id of added) note(id, '+', '-');
  for (const id of removed) note(id, '-', '+');
  return [...marks];
}

export function cameAndWent(diverged: readonly string[], name: string): { came: string[]; went: string[] } {
  const after = (sign: string) =>
    diverged.flatMap((mark) => (mark.startsWith(name + sign) ? [mark.slice(name.length + 1)] : []));
  return { came: after('+'), went: after('-') };
}
