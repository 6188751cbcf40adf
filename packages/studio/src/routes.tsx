import type { ComponentType } from 'react';

import { apiRoutes } from './api/routes.js';
import HomeScreen from './content/home-screen.js';
import TypeScreen from './content/list/type-screen.js';
import { inChunk } from './design/chunk.js';

/** A screen. The part of the shell around it follows from the first segment of its path. */
export interface StudioRoute {
  /** A pattern of wouter: `/content/:type/:documentId`. */
  readonly path: string;
  readonly screen: ComponentType;
}

/** Every screen is a chunk of its own, except those that most people see first: a chunk would be one more round trip. */
export const contentRoutes: readonly StudioRoute[] = [
  { path: '/content', screen: HomeScreen },
  // Below `/content`, a type could have the same name.
  { path: '/media', screen: inChunk(() => import('./content/media/media-screen.js')) },
  { path: '/content/:type', screen: TypeScreen },
  { path: '/content/:type/:documentId', screen: inChunk(() => import('./content/edit/edit-screen.js')) },
];

export const routes: readonly StudioRoute[] = [...contentRoutes, ...apiRoutes];
