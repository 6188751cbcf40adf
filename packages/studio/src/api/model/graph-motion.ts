import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';

import type { PlacedGraph } from './layout.js';
import { READABLE, type Size, type View, centred, isInside, zoomed } from './view.js';

type ChangeView = (next: (view: View) => View) => void;

/** A browser may scroll the page for a wheel that React listens to, because React listens passively. */
export function useWheel(frame: React.RefObject<HTMLDivElement | null>, change: ChangeView): void {
  useEffect(() => {
    const element = frame.current;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const box = element?.getBoundingClientRect();
      const at = { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
      if (event.shiftKey) change((old) => ({ ...old, x: old.x - event.deltaY }));
      else change((old) => zoomed(old, Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 500)), at));
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [frame, change]);
}

/** One pointer moves the picture; two of them also zoom it. */
export function useDrag(change: ChangeView) {
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const release = (event: PointerEvent) => void pointers.current.delete(event.pointerId);
  return {
    onPointerDown: (event: PointerEvent) =>
      void pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY }),
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const before = pointers.current.get(event.pointerId);
      if (before === undefined) return;
      const now = { x: event.clientX, y: event.clientY };
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      pointers.current.set(event.pointerId, now);
      if (other === undefined)
        return change((old) => ({ ...old, x: old.x + now.x - before.x, y: old.y + now.y - before.y }));
      const box = event.currentTarget.getBoundingClientRect();
      const factor = distance(now, other) / Math.max(1, distance(before, other));
      change((old) => zoomed(old, factor, { x: other.x - box.left, y: other.y - box.top }));
    },
    onPointerUp: release,
    onPointerCancel: release,
    onPointerLeave: release,
  };
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Moves to a node that was selected elsewhere, such as in the search, unless the node is already readable. */
export function useCentred(
  graph: PlacedGraph,
  selected: string | undefined,
  frame: React.RefObject<HTMLDivElement | null>,
  change: ChangeView,
): void {
  const latest = useRef(change);
  latest.current = change;
  useEffect(() => {
    const node = graph.nodes.find(({ id }) => id === selected);
    if (node === undefined) return undefined;
    // The panel of the node opens at the same time and leaves less room.
    const timer = setTimeout(() => {
      const size = { width: frame.current?.clientWidth ?? 0, height: frame.current?.clientHeight ?? 0 };
      const isThere = (view: View) => view.scale >= READABLE && isInside(node, view, size);
      latest.current((old) => (isThere(old) ? old : centred(node, old, size)));
    });
    return () => clearTimeout(timer);
  }, [graph, selected, frame]);
}

export function useSize(frame: React.RefObject<HTMLDivElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 800, height: 600 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return size;
}
