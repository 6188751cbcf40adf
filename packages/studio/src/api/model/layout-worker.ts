import { layOut } from './layout.js';
import type { Graph } from './model-graph.js';

// Placing hundreds of types takes seconds, in which the page must not stand still.
self.addEventListener('message', ({ data }: MessageEvent<Graph>) => self.postMessage(layOut(data)));
