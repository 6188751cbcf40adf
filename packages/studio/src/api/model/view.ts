import type { PlacedGraph, PlacedNode } from './layout.js';

/** The part of a graph that is shown: `x` and `y` move it after `scale` has grown it. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Below this size, rows of attributes cannot be read. */
export const READABLE = 0.4;
const MIN_SCALE = 0.05;
const MAX_SCALE = 2;
const MARGIN = 32;

/** The view that shows the whole graph, at a scale of at most 1. */
export function fitting(graph: Size, frame: Size): View {
  const wanted = Math.min((frame.width - 2 * MARGIN) / graph.width, (frame.height - 2 * MARGIN) / graph.height, 1);
  const scale = Math.max(MIN_SCALE, Number.isFinite(wanted) ? wanted : 1);
  return { scale, x: (frame.width - graph.width * scale) / 2, y: (frame.height - graph.height * scale) / 2 };
}

/** Zooms while the point under the pointer stays where it is. */
export function zoomed({ x, y, scale }: View, factor: number, at: { readonly x: number; readonly y: number }): View {
  const next = Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale * factor));
  const grown = next / scale;
  return { scale: next, x: at.x - (at.x - x) * grown, y: at.y - (at.y - y) * grown };
}

/** The view with a node in the middle, large enough to read. */
export function centred(node: PlacedNode, { scale }: View, frame: Size): View {
  const readable = Math.min(1, Math.max(scale, 0.8));
  return {
    scale: readable,
    x: frame.width / 2 - (node.x + node.width / 2) * readable,
    y: frame.height / 2 - (node.y + node.height / 2) * readable,
  };
}

/** The nodes in the frame: a model of hundreds of types would be slow if the browser drew all of them. */
export function visibleNodes({ nodes }: PlacedGraph, { x, y, scale }: View, frame: Size): readonly PlacedNode[] {
  return nodes.filter((node) => {
    const [left, top] = [x + node.x * scale, y + node.y * scale];
    return left < frame.width && top < frame.height && left + node.width * scale > 0 && top + node.height * scale > 0;
  });
}

/** Whether all of a node is in the frame. */
export function isInside(node: PlacedNode, { x, y, scale }: View, frame: Size): boolean {
  const [left, top] = [x + node.x * scale, y + node.y * scale];
  const [right, bottom] = [left + node.width * scale, top + node.height * scale];
  return left >= 0 && top >= 0 && right <= frame.width && bottom <= frame.height;
}
