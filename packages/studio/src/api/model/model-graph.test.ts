import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { times } from '../../../../runtime/test/harness/suite.js';
import type { DescribedModel } from '../console.js';
import { graphSvg } from './graph-svg.js';
import { type PlacedNode, type Point, layOut, pathThrough } from './layout.js';
import { type Graph, graphOf, typeId } from './model-graph.js';
import { centred, fitting, isInside, visibleNodes, zoomed } from './view.js';

const base = { column: '', required: false, private: false, writable: true, visible: true, searchable: true, at: null };
const common = { uid: '', path: '', table: '', draftAndPublish: false, localized: false, isUser: false, at: null };
const model: DescribedModel = {
  prefix: '/api',
  roles: ['public'],
  locales: { default: 'en', all: ['en'] },
  page: { defaultLimit: 25, maxLimit: 100 },
  types: [
    {
      ...common,
      name: 'article',
      kind: 'collectionType',
      attributes: [
        { ...base, name: 'title', kind: 'scalar', type: 'string', unique: false },
        {
          ...base,
          name: 'author',
          kind: 'relation',
          cardinality: 'manyToOne',
          target: 'author',
          inverse: 'articles',
          stored: 'column author',
        },
        { ...base, name: 'parts', kind: 'dynamicZone', components: ['shared.<b>'] },
      ],
    },
    {
      ...common,
      name: 'author',
      kind: 'collectionType',
      attributes: [
        {
          ...base,
          name: 'articles',
          kind: 'relation',
          cardinality: 'oneToMany',
          target: 'article',
          inverse: 'author',
          stored: 'the other side',
        },
        {
          ...base,
          name: 'mentor',
          kind: 'relation',
          cardinality: 'manyToOne',
          target: 'author',
          stored: 'column mentor',
        },
      ],
    },
    { ...common, name: 'alone', kind: 'singleType', attributes: [] },
  ],
  components: [{ name: 'shared.<b>', at: null, attributes: [] }],
};

test('a relation with two sides is one arrow, and components are shown on request', () => {
  const { nodes, edges } = graphOf(model, { components: true });
  expect(nodes.map(({ id }) => id)).toEqual(['type article', 'type author', 'type alone', 'component shared.<b>']);
  expect(edges.map(({ from, to, label, cardinality }) => [from, to, label, cardinality])).toEqual([
    ['type article', 'type author', 'author ↔ articles', 'n–1'],
    ['type article', 'component shared.<b>', 'parts', '1–n'],
    ['type author', 'type author', 'mentor', 'n–1'],
  ]);
  const plain = graphOf(model, { components: false });
  expect(plain.nodes).toHaveLength(3);
  expect(plain.edges).toHaveLength(2);
});

test('the SVG has every node, and names cannot break out of it', () => {
  const svg = graphSvg(layOut(graphOf(model, { components: true })));
  for (const name of ['article', 'author', 'alone', 'shared.&#60;b&#62;']) expect(svg).toContain(`>${name}</text>`);
  expect(svg).not.toContain('<b>');
  expect(svg.match(/<path /g)).toHaveLength(4);
});

/** A model with many types, each with some relations. */
const graphs: fc.Arbitrary<Graph> = fc
  .record({
    heights: fc.array(fc.integer({ min: 40, max: 260 }), { minLength: 1, maxLength: 30 }),
    pairs: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 40 }),
  })
  .map(({ heights, pairs }) => {
    const node = { kind: 'collection' as const, rows: [], hidden: 0, width: 232 };
    const id = (index: number) => typeId(String(index % heights.length));
    return {
      nodes: heights.map((height, index) => ({ ...node, id: id(index), name: String(index), height })),
      edges: pairs.map(([from, to]) => ({
        from: id(from),
        to: id(to),
        kind: 'relation' as const,
        label: '',
        cardinality: 'n–1',
      })),
    };
  });

function expectApart(nodes: readonly PlacedNode[]): void {
  const overlapping = nodes.flatMap((a, index) =>
    nodes
      .slice(index + 1)
      .filter((b) => a.x + a.width > b.x && b.x + b.width > a.x && a.y + a.height > b.y && b.y + b.height > a.y)
      .map((b) => [a.id, b.id]),
  );
  expect(overlapping).toEqual([]);
}

describe('the layout', () => {
  test('no two nodes overlap, and every arrow is drawn', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const { nodes, edges } = layOut(graph);
        expect(nodes).toHaveLength(graph.nodes.length);
        expect(edges).toHaveLength(graph.edges.length);
        for (const { points } of edges) expect(pathThrough(points)).toMatch(/^M-?\d+,-?\d+[QL]/);
        expectApart(nodes);
      }),
      { numRuns: times(30) },
    );
  });

  test('a model of 200 types is placed without overlaps, with every arrow from one node to the other', () => {
    const ids = Array.from({ length: 200 }, (_, index) => typeId(String(index)));
    const node = { kind: 'collection' as const, rows: [], hidden: 0, width: 232 };
    const edge = { kind: 'relation' as const, label: '', cardinality: 'n–1' };
    const { nodes, edges } = layOut({
      nodes: ids.map((id, index) => ({ ...node, id, name: id, height: 60 + ((index * 37) % 200) })),
      edges: ids.flatMap((from, index) =>
        [1, 7, 0].map((step) => ({ ...edge, from, to: ids[(index + step) % ids.length] ?? from })),
      ),
    });
    expect(nodes).toHaveLength(200);
    expect(edges).toHaveLength(600);
    expectApart(nodes);
    const boxes = new Map(nodes.map((each) => [each.id, each]));
    const touches = (id: string, at: Point | undefined) => {
      const box = boxes.get(id);
      if (box === undefined || at === undefined) return false;
      return at.x >= box.x && at.x <= box.x + box.width && at.y >= box.y && at.y <= box.y + box.height;
    };
    for (const { from, to, points } of edges) {
      expect([touches(from, points[0]), touches(to, points.at(-1))]).toEqual([true, true]);
    }
  });

  test('the first view shows all nodes, and zooming keeps the point under the pointer', () => {
    const frame = { width: 900, height: 600 };
    fc.assert(
      fc.property(graphs, fc.double({ min: 0.5, max: 2, noNaN: true }), (graph, factor) => {
        const placed = layOut(graph);
        const view = fitting(placed, frame);
        expect(visibleNodes(placed, view, frame)).toHaveLength(placed.nodes.length);
        const at = { x: 300, y: 200 };
        const next = zoomed(view, factor, at);
        expect((at.x - next.x) / next.scale).toBeCloseTo((at.x - view.x) / view.scale, 3);
        const [first] = placed.nodes;
        if (first !== undefined) expect(isInside(first, centred(first, view, frame), frame)).toBe(true);
      }),
      { numRuns: times(30) },
    );
  });
});
