import { type ComponentType, lazy } from 'react';

import { apiRoutes } from './api/routes.js';

/** A screen. The part of the shell around it follows from the first segment of its path. */
export interface StudioRoute {
  /** A pattern of wouter: `/content/:type/:documentId`. */
  readonly path: string;
  readonly screen: ComponentType;
}

/** Every screen is a chunk of its own, so that the first load has the shell alone. */
export const contentRoutes: readonly StudioRoute[] = [
  { path: '/content', screen: lazy(() => import('./content/home-screen.js')) },
  { path: '/content/media', screen: lazy(() => import('./content/media/media-screen.js')) },
  { path: '/content/:type', screen: lazy(() => import('./content/list/type-screen.js')) },
  { path: '/content/:type/:documentId', screen: lazy(() => import('./content/edit/edit-screen.js')) },
];

export const routes: readonly StudioRoute[] = [...contentRoutes, ...apiRoutes];
