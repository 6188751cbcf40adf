import { Graph as DagreGraph, layout } from '@dagrejs/dagre';

import { placeGrid } from './grid-layout.js';
import type { Graph, GraphEdge, GraphNode } from './model-graph.js';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A node with its upper left corner. */
export interface PlacedNode extends GraphNode, Point {}

export interface PlacedEdge extends GraphEdge {
  readonly points: readonly Point[];
}

export interface PlacedGraph {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

const GAP = 36;
const RANK_GAP = 90;
/** The exact ranking of a large graph takes seconds, and looks the same from far away. */
const MANY_EDGES = 150;
/** More arrows take dagre many seconds. */
const TOO_MANY_EDGES = 250;

/** Places connected nodes by their arrows, and the others in rows below. */
export function layOut({ nodes, edges }: Graph): PlacedGraph {
  const connected = new Set(edges.filter(({ from, to }) => from !== to).flatMap(({ from, to }) => [from, to]));
  const placed = placeConnected(
    nodes.filter(({ id }) => connected.has(id)),
    edges,
  );
  const width = Math.max(placed.width, Math.ceil(Math.sqrt(nodes.length)) * (GAP + (nodes[0]?.width ?? 0)));
  const rest = placeRows(
    nodes.filter(({ id }) => !connected.has(id)),
    width,
    placed.height === 0 ? 0 : placed.height + RANK_GAP,
  );
  const all = [...placed.nodes, ...rest.nodes];
  const loops = edges.filter(({ from, to }) => from === to).flatMap((edge) => loopOf(edge, all));
  return { nodes: all, edges: [...placed.edges, ...loops], width, height: Math.max(placed.height, rest.height) };
}

function placeConnected(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): PlacedGraph {
  if (nodes.length === 0) return { nodes: [], edges: [], width: 0, height: 0 };
  const straight = edges.filter(({ from, to }) => from !== to);
  if (straight.length > TOO_MANY_EDGES) return placeGrid({ nodes, edges: straight });
  const graph = new DagreGraph();
  const ranker = edges.length > MANY_EDGES ? 'longest-path' : 'network-simplex';
  graph.setGraph({ rankdir: 'LR', nodesep: GAP, ranksep: RANK_GAP, ranker });
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height });
  // dagre fails on several arrows between two nodes, so dagre places one of these arrows, and the others run beside
  // that arrow.
  for (const { from, to } of straight) if (!graph.hasEdge(to, from)) graph.setEdge(from, to, {});
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    nodes: nodes.map((node) => {
      const { x, y } = graph.node(node.id);
      return { ...node, x: x - node.width / 2, y: y - node.height / 2 };
    }),
    edges: straight.map((edge, index) => ({ ...edge, points: pointsOf(graph, edge, lanesBefore(straight, index)) })),
    width,
    height,
  };
}

/** How many arrows before this one connect the same two nodes, in either direction. */
function lanesBefore(edges: readonly GraphEdge[], index: number): number {
  const pair = ({ from, to }: GraphEdge) => [from, to].toSorted().join(' ');
  const edge = edges[index];
  return edge === undefined ? 0 : edges.slice(0, index).filter((other) => pair(other) === pair(edge)).length;
}

const LANE = 12;

function pointsOf(graph: DagreGraph, { from, to }: GraphEdge, lane: number): readonly Point[] {
  const isReversed = !graph.hasEdge(from, to);
  const placed: readonly Point[] = (isReversed ? graph.edge(to, from) : graph.edge(from, to)).points ?? [];
  const points = placed.map(({ x, y }) => ({ x, y: y + lane * LANE }));
  return isReversed ? points.toReversed() : points;
}

/** A relation of a type to itself: an arc at its right side. */
function loopOf(edge: GraphEdge, nodes: readonly PlacedNode[]): readonly PlacedEdge[] {
  const node = nodes.find(({ id }) => id === edge.from);
  if (node === undefined) return [];
  const x = node.x + node.width;
  const at = (dx: number, dy: number) => ({ x: x + dx, y: node.y + dy });
  return [{ ...edge, points: [at(0, 14), at(34, 10), at(34, 46), at(0, 42)] }];
}

function placeRows(nodes: readonly GraphNode[], maxWidth: number, top: number) {
  const placed: PlacedNode[] = [];
  let [x, y, rowHeight] = [0, top, 0];
  for (const node of nodes) {
    if (x > 0 && x + node.width > maxWidth) [x, y, rowHeight] = [0, y + rowHeight + GAP, 0];
    placed.push({ ...node, x, y });
    x += node.width + GAP;
    rowHeight = Math.max(rowHeight, node.height);
  }
  return { nodes: placed, height: placed.length === 0 ? 0 : y + rowHeight };
}

/** A smooth line through the points, as the `d` of an SVG path. */
export function pathThrough([first, ...rest]: readonly Point[]): string {
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return '';
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? last;
    const end = index === rest.length - 2 ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${text(point)} ${text(end)}`;
  });
  return `M${text(first)}${curves.length === 0 ? `L${text(last)}` : curves.join('')}`;
}

function text({ x, y }: Point): string {
  return `${Math.round(x)},${Math.round(y)}`;
}
