import { apiRoutes } from './api/routes.js';
import HomeScreen from './content/home-screen.js';
import TypeScreen from './content/list/type-screen.js';
import { type StudioRoute, inChunk } from './design/chunk.js';

/** Every screen is a chunk of its own, except those that most people see first: a chunk would be one more round trip. */
export const contentRoutes: readonly StudioRoute[] = [
  { path: '/content', screen: HomeScreen },
  // Below `/content`, a type could have the same name.
  { path: '/media', screen: inChunk(() => import('./content/media/media-screen.js')) },
  { path: '/content/:type', screen: TypeScreen },
  { path: '/content/:type/:documentId', screen: inChunk(() => import('./content/edit/edit-screen.js')) },
];

export const routes: readonly StudioRoute[] = [...contentRoutes, ...apiRoutes];
