import { lazy } from 'react';

import type { StudioRoute } from '../routes.js';
import { setup } from '../setup.js';

const screens: readonly StudioRoute[] = [
  { path: '/api', screen: lazy(() => import('./home-screen.js')) },
  { path: '/api/model', screen: lazy(() => import('./model/model-screen.js')) },
  { path: '/api/query', screen: lazy(() => import('./query/query-screen.js')) },
  { path: '/api/reference', screen: lazy(() => import('./reference/reference-screen.js')) },
  { path: '/api/rights', screen: lazy(() => import('./rights/rights-screen.js')) },
  { path: '/api/pending', screen: lazy(() => import('./pending/pending-screen.js')) },
  { path: '/api/log', screen: lazy(() => import('./log/log-screen.js')) },
];

/** The screens of the part for developers: `/api/…`. Only `content-gen serve` answers their questions. */
export const apiRoutes: readonly StudioRoute[] = setup.development ? screens : [];
