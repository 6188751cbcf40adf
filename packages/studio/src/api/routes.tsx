import type { StudioRoute } from '../routes.js';

/** The screens of the part for developers: `/api/…`. */
export const apiRoutes: readonly StudioRoute[] = [];
