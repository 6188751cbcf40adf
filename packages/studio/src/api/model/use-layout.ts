import { useEffect, useState } from 'react';

import type { PlacedGraph } from './layout.js';
import type { Graph } from './model-graph.js';

/** The graph with its places, once a worker has found them. Until then the former graph stays. */
export function useLayout(graph: Graph): PlacedGraph | undefined {
  const [placed, setPlaced] = useState<PlacedGraph>();
  useEffect(() => {
    const worker = new Worker(new URL('layout-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<PlacedGraph>) => setPlaced(data));
    worker.postMessage(graph);
    return () => worker.terminate();
  }, [graph]);
  return placed;
}
