import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ListChange } from '../../src/order/operations.js';
import { PATIENCE_MS, everySequence, runs } from '../harness/property.js';
import { type Desk, openDesk } from './desk.js';
import { COUNT, type ChangeSpec, action, change, index, lastOf, toBody, toChange } from './property/changes.js';
import { type Kind, Model, kept } from './property/list-model.js';
import { type Status, empty, make, storedLists, storedPairs } from './property/stored.js';

/**
 * Documents of one type that relate to each other and to themselves. A body may write both sides of such a relation:
 * it has the effect of two writes, one after the other in the order of the definition.
 */
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

type Step =
  | {
      readonly do: 'write';
      readonly at: number;
      readonly own: ChangeSpec | null;
      readonly inverse: ChangeSpec | null;
      readonly publish: boolean;
    }
  | { readonly do: 'create'; readonly own: ChangeSpec; readonly inverse: ChangeSpec; readonly publish: boolean }
  | { readonly do: 'publish' | 'unpublish' | 'discard'; readonly at: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      at: index,
      own: fc.option(change, { freq: 4 }),
      inverse: fc.option(change, { freq: 4 }),
      publish: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('create' as const), own: change, inverse: change, publish: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: action, at: index }),
  },
);

type Type = 'node' | 'plain-node';
const tables = { node: 'nodes', 'plain-node': 'plain_nodes' } as const;
/** In the order of the definition. */
const sides = {
  link: [
    ['own', 'related'],
    ['inverse', 'relatedTo'],
  ],
  column: [
    ['inverse', 'children'],
    ['own', 'parent'],
  ],
} as const;

const stored = (type: Type, status: Status, kind: Kind) =>
  storedLists(desk, { kind, table: tables[type], name: kind === 'link' ? 'related' : 'parent' }, status, '');

function changeOf(spec: ChangeSpec, ids: readonly string[], kind: Kind, side: 'own' | 'inverse'): ListChange {
  return kind === 'column' && side === 'own' ? lastOf(spec, ids) : toChange(spec, ids);
}

async function follow(type: Type, kind: Kind, steps: readonly Step[]): Promise<void> {
  await empty(desk);
  const drafts = type === 'node';
  const ids = await make(desk, type, COUNT);
  const model = new Model(ids, ids, kind);
  const publish = (id: string) => {
    model.publishBook(id);
    model.publishReader(id);
  };

  // As it was after the step before, because no other client writes.
  let last = await stored(type, 'published', kind);
  for (const [at, one] of steps.entries()) {
    const when = `after step ${at}`;
    const before = last;
    let id = '';
    let ordered = false;
    let arranged = false;
    if (one.do === 'write' || one.do === 'create') {
      const query = one.publish ? '' : 'status=draft';
      const body = Object.fromEntries(
        sides[kind].flatMap(([side, name]) => (one[side] === null ? [] : [[name, toBody(one[side], ids)]])),
      );
      const known = [...ids];
      if (one.do === 'create') {
        id = (await desk.post(type, body, query)).documentId;
        model.join(id);
        ids.push(id);
      } else {
        id = ids[one.at]!;
        arranged = model.pending.get(id)!.arranged || one.inverse?.kind === 'set';
        await desk.put(type, id, body, query);
      }
      for (const [side] of sides[kind]) {
        const spec = one[side];
        if (spec === null) continue;
        if (side === 'own') model.writeBook(id, changeOf(spec, known, kind, side), one.publish || !drafts);
        else model.writeReader(id, changeOf(spec, known, kind, side), one.publish || !drafts);
        if (one.publish || !drafts) publish(id);
      }
      if (one.publish) publish(id);
      ordered = one.publish || !drafts;
    } else if (drafts) {
      id = ids[one.at]!;
      if (one.do === 'discard' && !model.published.has(id)) {
        await expect(desk.act(type, id, 'discard')).rejects.toMatchObject({ status: 404 });
        continue;
      }
      arranged = one.do === 'publish' && model.pending.get(id)!.arranged;
      ordered = one.do === 'publish';
      await desk.act(type, id, one.do);
      if (one.do === 'publish') publish(id);
      else if (one.do === 'unpublish') {
        model.published.delete(id);
        model.readersPublished.delete(id);
      } else {
        model.discardBook(id);
        model.discardReader(id);
      }
    } else continue;

    const now = await stored(type, 'published', kind);
    last = now;
    const draft = drafts ? await stored(type, 'draft', kind) : now;
    for (const each of ids) {
      expect(draft.own.get(each) ?? [], `draft ${when}`).toEqual(model.draft.own.get(each));
      const edited = draft.inverse.get(each) ?? [];
      if (one.do === 'discard') {
        expect(edited.toSorted(), when).toEqual(model.draft.inverse.get(each)!.toSorted());
        model.draft.inverse.set(each, edited);
      } else expect(edited, `draft of the other side ${when}`).toEqual(model.draft.inverse.get(each));
      if (!drafts) continue;
      expect(now.own.get(each) ?? [], `published ${when}`).toEqual(model.published.get(each) ?? []);
      // The first side may take the document itself out of a list, and the second bring it back: to the end.
      const was = (before.inverse.get(each) ?? []).filter((other) => other !== id || one.do !== 'write');
      const shown = now.inverse.get(each) ?? [];
      if (!(ordered && each === id)) expect(kept(shown, was), `order ${when}`).toEqual(kept(was, shown));
      else if (arranged) expect(kept(shown, edited), `order ${when}`).toEqual(kept(edited, shown));
    }
  }
}

describe.each<Type>(['node', 'plain-node'])('%s', (type) => {
  it.each<Kind>(['link', 'column'])(
    'relations agree with plain arrays, whichever sides a body writes (%s)',
    (kind) => everySequence(step, { runs: runs.selfRelations, from: 4, to: 16 }, (steps) => follow(type, kind, steps)),
    PATIENCE_MS,
  );
});

const pair = fc.record({ at: index, next: fc.option(index), previous: fc.option(index), publish: fc.boolean() });

type Pair = typeof pair extends fc.Arbitrary<infer T> ? T : never;

async function followPairs(type: Type, steps: readonly Pair[]): Promise<void> {
  const pairs = (status: Status) => storedPairs(desk, { table: tables[type], name: 'next' }, status, '');
  await empty(desk);
  const ids = await make(desk, type, COUNT);
  const model = new Map<string, string>();
  for (const { at, next, previous, publish } of steps) {
    const id = ids[at]!;
    const [to, from] = [next, previous].map((one) => (one === null ? null : ids[one]!));
    const shown = await desk.put(type, id, { previous: from, next: to }, publish ? 'populate=*' : 'status=draft');
    model.delete(id);
    for (const [owner, target] of model) if (target === to) model.delete(owner);
    if (to) model.set(id, to);
    for (const [owner, target] of model) if (target === id) model.delete(owner);
    if (from) model.set(from, id);
    expect(await pairs(type === 'node' ? 'draft' : 'published')).toEqual(model);
    const published = [...(await pairs('published')).values()];
    expect(new Set(published).size).toBe(published.length);
    if (publish && model.get(id) === id)
      expect(shown).toMatchObject({ next: { documentId: id }, previous: { documentId: id } });
  }
}

it.each<Type>(['node', 'plain-node'])(
  'a one-to-one relation stays one to one, with both sides in one body (%s)',
  (type) => everySequence(pair, { runs: runs.oneToOne, from: 3, to: 12 }, (steps) => followPairs(type, steps)),
  PATIENCE_MS,
);

it('an anchor that is in neither list is refused, and one that the first side added is found', async () => {
  const [a, b] = [await desk.post('node', {}), await desk.post('node', {})];
  const before = { before: b.documentId };
  for (const body of [
    { related: [b.documentId], relatedTo: { connect: [{ documentId: a.documentId, position: before }] } },
    { related: { connect: [{ documentId: a.documentId, position: before }] }, relatedTo: [b.documentId] },
  ]) {
    await expect(desk.put('node', a.documentId, body)).rejects.toThrow('needs to be connected first');
  }
  expect(
    await desk.rows('select 1 from nodes_related where source_id = $1 or target_id = $2', [a.id, a.documentId]),
  ).toEqual([]);
  const both = {
    related: [a.documentId, b.documentId],
    relatedTo: { connect: [{ id: b.id, position: { before: a.documentId } }] },
  };
  const shown = await desk.put('node', a.documentId, both, 'populate=*');
  const names = (list: unknown) => (list as { documentId: string }[]).map(({ documentId }) => documentId);
  expect([names(shown['related']), names(shown['relatedTo'])]).toEqual([
    [a.documentId, b.documentId],
    [b.documentId, a.documentId],
  ]);
});
