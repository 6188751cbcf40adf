import { type StudioRoute, inChunk } from '../design/chunk.js';
import { setup } from '../setup.js';

const screens: readonly StudioRoute[] = [
  { path: '/api', screen: inChunk(() => import('./home-screen.js')) },
  { path: '/api/model', screen: inChunk(() => import('./model/model-screen.js')) },
  { path: '/api/query', screen: inChunk(() => import('./query/query-screen.js')) },
  { path: '/api/reference', screen: inChunk(() => import('./reference/reference-screen.js')) },
  { path: '/api/rights', screen: inChunk(() => import('./rights/rights-screen.js')) },
  { path: '/api/pending', screen: inChunk(() => import('./pending/pending-screen.js')) },
  { path: '/api/log', screen: inChunk(() => import('./log/log-screen.js')) },
];

/** The screens of the part for developers: `/api/…`. Only `content-gen serve` answers their questions. */
export const apiRoutes: readonly StudioRoute[] = setup.development ? screens : [];
